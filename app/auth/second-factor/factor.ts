import { day, minute } from "#app/lib/dates.ts";

/** docs/specification.md#data-session: a second factor as its owner sees it; what it is proved by stays with the keeper. */
export type Factor = {
  id: string;
  factorType: "totp" | "phone";
  status: "unverified" | "verified";
  friendlyName: string;
  /** Of a phone: E.164. */
  phone: string | null;
  /** UTC ms. */
  createdAt: number;
};

/** How many factors somebody may have, those not verified yet included. */
export const maxFactors = 10;
/** How long a factor waits to be verified, in ms; then it gives way to the next one. */
export const unverifiedLife = day;
/** How long a question for a code is open, in ms. */
export const challengeLife = 5 * minute;
/** How long new recovery codes can be seen, in ms: an answer may be lost on the way. */
export const recoveryCodesVisibleFor = 10 * minute;
/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;
/** TOTP as every app knows it (RFC 6238): SHA-1, six digits, a step of 30 s; one step either way is taken. */
export const totp = { algorithm: "SHA1", digits: 6, period: 30, window: 1 } as const;

/** What was tried: `over`: nothing is asked any more, because it was answered or is too old. */
export type CodeResult = "right" | "wrong" | "over";

export const codeSentences = {
  wrong: "That code is not right.",
  over: "That code is over. Please ask for a new one.",
} as const satisfies Record<Exclude<CodeResult, "right">, string>;

/** Why somebody is asked for a code although they are signed in. */
export const factorFirstSentence = "Please enter a code of your second factor first.";
export const tooManyFactorsSentence = `You have ${maxFactors} second factors already. Remove one first.`;
export const smsUnavailableSentence = "Codes cannot be sent to phones at the moment.";
export const smsFailedSentence = "The code could not be sent. Please try again.";

export const factorsPath = "/profile/factors";
export const recoveryCodesPath = `${factorsPath}/recovery-codes`;

/** The page that finishes a factor which was begun. */
export function finishFactorPath(id: string): string {
  return `${factorsPath}?verify=${id}`;
}

/** The number but for its last two digits hidden: who looks over a shoulder learns nothing. */
export function maskedPhone(phone: string): string {
  return `•••• ${phone.slice(-2)}`;
}

/**
 * What was typed as a code: six digits of a factor, or ten characters of a recovery code, in whatever groups and however its letters were
 * read (Crockford's base 32 has no I, L and O). Null: neither.
 */
export function parseCode(text: string): { kind: "factor" | "recovery"; code: string } | null {
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: "factor", code };
  const letters = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(letters) ? { kind: "recovery", code: letters } : null;
}
