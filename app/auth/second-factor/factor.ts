import { day, minute } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

/**
 * A second factor as its owner sees it (docs/specification.md#data-session). The secret stays in the store.
 */
export type Factor = {
  id: string;
  factorType: "totp" | "phone";
  status: "unverified" | "verified";
  friendlyName: string;
  /** The phone number in E.164; null for an app. */
  phone: string | null;
  /** UTC ms. */
  createdAt: number;
};

/** How many factors a user may have, unverified ones included. */
export const maxFactors = 10;
/** How long a factor may stay unverified, in ms. After that, the next enrolment deletes it. */
export const unverifiedLife = day;
/** How long a challenge is open, in ms. */
export const challengeLife = 5 * minute;
/** How long new recovery codes can be displayed, in ms. Once would not be enough: a response may be lost. */
export const recoveryCodesVisibleFor = 10 * minute;
/** How many recovery codes a user gets. */
export const recoveryCodeCount = 10;
/**
 * TOTP as every app supports it (RFC 6238). `period` is in seconds; codes one step early or late are
 * accepted.
 */
export const totp = { algorithm: "SHA1", digits: 6, period: 30, window: 1 } as const;

/** "expired": there is no open challenge, because it was answered or is too old. */
export type CodeResult = "correct" | "wrong" | "expired";

export const codeSentences = {
  wrong: "That code is incorrect.",
  expired: "That code has expired. Please ask for a new one.",
} as const satisfies Record<Exclude<CodeResult, "correct">, string>;

/** The message when too many wrong codes ended a half-open sign-in. @param wait as text: `12 minutes` */
export function endedSentence(wait: string): string {
  return `Too many wrong codes. This sign-in was ended. Please wait ${wait}, then sign in again. To skip the wait, sign in now and ask for a link.`;
}

/** Refuses a change of security settings in a session without a second factor. */
export const factorFirstSentence = "Please enter a two-step code first.";
export const tooManyFactorsSentence = `You already have ${maxFactors} two-step methods. Remove one first.`;
export const smsUnavailableSentence = "We can't send codes to phones right now.";
export const smsFailedSentence = "We couldn't send the code. Please try again.";

/** The page that finishes the enrolment of a factor. */
export function finishFactorPath(id: string): string {
  return `${href("/profile/factors")}?verify=${id}`;
}

/** The last two digits of a phone number. The rest is hidden from people who see the screen. */
export function maskedPhone(phone: string): string {
  return `•••• ${phone.slice(-2)}`;
}

/**
 * Parses a typed code: the six digits of a factor, or the ten characters of a recovery code. Spaces, hyphens
 * and case are ignored, and the letters I, L and O are read as digits, as in Crockford's base 32.
 * @returns null if the text is neither
 */
export function parseCode(text: string): { kind: "factor" | "recovery"; code: string } | null {
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: "factor", code };
  const recoveryCode = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(recoveryCode) ? { kind: "recovery", code: recoveryCode } : null;
}
