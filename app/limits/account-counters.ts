import {
  type Allowance,
  type AllowedAction,
  type AttemptName,
  allowances,
  attemptLimits,
} from "#app/limits/limits.ts";

/** What an account may try (docs/specification.md#account-limits). */
const tries: Record<AttemptName | "factor-day", string> = {
  "sign-in": "Passwords",
  "sign-up": "Sign-ups",
  reset: "Links to choose a password",
  verify: "Links to verify an address",
  factor: "Codes of a second factor",
  "factor-day": "Codes of a second factor, in a day",
  text: "Codes sent to a phone",
  draft: "Drafts kept during sign-in",
  "draft-bytes": "Bytes of drafts kept during sign-in",
  ticket: "Tickets of a visitor",
  "client-error": "Errors in browsers",
  helpful: "Votes in the help centre",
};

/** What an account may do (docs/specification.md#allowances). */
const actions: Record<AllowedAction, string> = {
  order: "Orders",
  payment: "Payments",
  transition: "Order steps",
  file: "Private files, in MB",
  review: "Reviews and reports",
  application: "Applications",
  draft: "Drafts",
  gig: "Publishing services",
  gallery: "Pictures of services",
  conversation: "New conversations",
  message: "Messages",
  offer: "Offers",
  ticket: "Tickets",
  answer: "Replies in tickets",
  check: "Checks of payments",
  save: "Saved services",
  profile: "Profile",
  picture: "Profile pictures",
  setting: "Security settings",
  payouts: "Payout settings",
  end: "Ending sessions",
  session: "Sign-ins",
  export: "Data exports",
  "console-export": "Exports of the console",
  placeholders: "Placeholders",
};

const windows = { minute: "in a minute", hour: "in an hour", day: "in a day", month: "in 30 days" } as const;
type Window = keyof typeof windows;

/** A limit of one account. `slows`: above it, attempts are slowed, not refused. */
export type AccountLimit = { label: string; most: number; slows: boolean };

/** Wrong codes per account and day. Above it, a code also needs the mailed link. */
export const maxCodesPerDay = 20;

/**
 * The account limit that a row of `limits` counts, by the key of the row; null for any other key. Keys are
 * built in attempts.server.ts and allowances.server.ts.
 */
export function accountLimitOf(key: string): AccountLimit | null {
  const [name = "", second = "", third] = key.split(":");
  if (second === "account" && name === "factor-day")
    return { label: tries["factor-day"], most: maxCodesPerDay, slows: false };
  if (Object.hasOwn(attemptLimits, name) && (second === "account" || second === "pair")) {
    const { account, pair, above } = attemptLimits[name as AttemptName];
    const label = tries[name as AttemptName];
    return second === "pair"
      ? { label: `${label}, from one network`, most: pair, slows: false }
      : { label, most: account, slows: above === "slow" };
  }
  if (!Object.hasOwn(allowances, name) || !Object.hasOwn(windows, second) || third !== "account") return null;
  const { account, minute, hour, month }: Allowance = allowances[name as AllowedAction];
  const most = { minute, hour, day: account, month }[second as Window];
  return most == null
    ? null
    : { label: `${actions[name as AllowedAction]}, ${windows[second as Window]}`, most, slows: false };
}
