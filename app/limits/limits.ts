import { day, hour, minute } from "#app/lib/dates.ts";

/** What one account and one network may do in a day, and how much it stores. */
export type Allowance = {
  /** For one account, in a day. Null: the action needs no account. */
  account: number | null;
  /** For one network in a day: the /24 of an IPv4 address, or the /48 of an IPv6 one. */
  network: number;
  /**
   * For one account, in a minute, for an action that may come in bursts: the short window does not count it.
   * Absent: it does.
   */
  minute?: number;
  /** For one account, in an hour; it counts actions, not their cost. Absent: only the day is limited. */
  hour?: number;
  /**
   * For one account, in 30 days, by the cost of each action. The day then counts actions. Absent: the day
   * counts the cost.
   */
  month?: number;
  /** The action whose day and 30 days it shares. Absent: it has its own. */
  countsAs?: string;
  /**
   * The maximum number of bytes that one count adds to the database permanently, including its events, emails
   * and indexes.
   */
  bytes: number;
};

/**
 * The table of docs/specification.md#allowances. Every write checks it, except operators' decisions. Many
 * people may share a network, so it gets the allowance of twenty accounts.
 */
export const allowances = {
  /** Orders, each with its card page: the order form and create-payment. */
  order: { account: 30, network: 600, bytes: 3500 },
  /** 'Complete Payment'. */
  payment: { account: 20, network: 400, bytes: 800 },
  transition: { account: 50, network: 1000, bytes: 1700 },
  /** Private files, of orders and messages, in MB. */
  file: { account: 200, network: 4000, bytes: 100 },
  /** Reviews, replies and reports of anything. */
  review: { account: 24, network: 480, bytes: 1500 },
  /**
   * The seller's application, saved or sent. Its texts are overwritten; there is at most one card page a day.
   */
  application: { account: 20, network: 400, bytes: 500 },
  /** Saving a step of a gig draft and archiving: both overwrite existing rows. */
  draft: { account: 3000, network: 60_000, bytes: 0 },
  /** Publishing a gig, deleting it, starting to change it and duplicating it. */
  gig: { account: 40, network: 800, bytes: 1700 },
  /** Pictures of gigs: each costs four transformations. */
  gallery: { account: 60, network: 1200, bytes: 200 },
  conversation: { account: 60, network: 1200, bytes: 400 },
  message: { account: 3000, network: 60_000, minute: 300, month: 4800, bytes: 1300 },
  /** Offers, each with an email of its own. */
  offer: { account: 3000, network: 60_000, hour: 20, month: 4800, countsAs: "message", bytes: 1300 },
  /** Tickets, deleted two years after they were closed. Visitors' tickets also have `attemptLimits`. */
  ticket: { account: 20, network: 400, hour: 5, bytes: 1500 },
  /** Replies in tickets. */
  answer: { account: 20, network: 400, countsAs: "ticket", bytes: 1500 },
  /** Checks of payments that have no order. */
  check: { account: 20, network: 400, countsAs: "ticket", hour: 3, bytes: 1500 },
  /** Saving services and removing them: an account has at most 500 rows. */
  save: { account: 300, network: 6000, bytes: 0 },
  profile: { account: 30, network: 600, bytes: 300 },
  /** Profile pictures: each costs three transformations. */
  picture: { account: 10, network: 200, bytes: 300 },
  /** Password, address, second factors, recovery codes. */
  setting: { account: 20, network: 400, bytes: 800 },
  /** Links to Stripe's pages about payouts, which are not stored. Only a refused account leaves rows. */
  payouts: { account: 40, network: 800, hour: 20, bytes: 10 },
  /**
   * Ending a session. Counted separately from `setting`, so that a thief who uses that up cannot keep a
   * session.
   */
  end: { account: 100, network: 2000, bytes: 150 },
  /**
   * Successful sign-ins. Not limited per account: a thief with the password could keep the owner out. Session
   * rows are deleted later.
   */
  session: { account: null, network: 4000, bytes: 0 },
  /** Data exports, one a minute. */
  export: { account: 20, network: 400, minute: 1, bytes: 0 },
  /**
   * Files that operators download from the console. Their audit rows do not count, like those of decisions.
   */
  "console-export": { account: 240, network: 4800, hour: 10, bytes: 0 },
  placeholders: { account: null, network: 20, bytes: 0 },
} as const satisfies Record<string, Allowance>;

export type AllowedAction = keyof typeof allowances;

/**
 * How often something may be tried. A success is not counted (`attempts.uncount`), so only failures count.
 */
type AttemptLimit = {
  /** The length of the window, in ms. */
  per: number;
  /** Attempts from one network address. More are refused. */
  address: number;
  /** Attempts from one IPv6 /56, which a household may have, and from one /48, which a company may have. */
  net56: number;
  net48: number;
  /** Attempts from one network address on one account. More are refused. */
  pair: number;
  /** Attempts on one account from all addresses: see `above`. */
  account: number;
  /**
   * What happens above the limit of an account. "slow": refusing would lock the owner out of the first step.
   * "refuse": only someone who knows the password gets this far.
   */
  above: "slow" | "refuse";
};

const megabyte = 1024 * 1024;

/**
 * The table of docs/specification.md#account-limits.
 */
export const attemptLimits = {
  "sign-in": { per: 15 * minute, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  "sign-up": { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  reset: { per: hour, address: 30, net56: 60, net48: 120, pair: 5, account: 30, above: "slow" },
  verify: { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 30, above: "slow" },
  /** Codes of a second factor and recovery codes; see also app/auth/code-tries.server.ts. */
  factor: { per: hour, address: 60, net56: 120, net48: 240, pair: 10, account: 10, above: "refuse" },
  /** Codes sent to phones. A success still counts. */
  text: { per: hour, address: 30, net56: 60, net48: 120, pair: 6, account: 12, above: "refuse" },
  /** Texts typed into a form and kept during sign-in (docs/specification.md#drafts). */
  draft: { per: hour, address: 60, net56: 120, net48: 240, pair: 60, account: 60, above: "slow" },
  /** The bytes of these texts: a day is as long as a draft may live. */
  "draft-bytes": {
    ...{ per: day, address: 2 * megabyte, net56: 4 * megabyte, net48: 8 * megabyte },
    ...{ pair: 2 * megabyte, account: 2 * megabyte, above: "refuse" },
  },
  /** Tickets of visitors. Their email address is the account. */
  ticket: { per: hour, address: 5, net56: 10, net48: 20, pair: 5, account: 5, above: "refuse" },
  /** Errors that browsers report (docs/specification.md#client-errors). A success still counts. */
  "client-error": { per: hour, address: 10, net56: 20, net48: 40, pair: 10, account: 10, above: "refuse" },
  /** Clicks on 'Was this helpful?' in the help centre. A success still counts. */
  helpful: { per: hour, address: 60, net56: 120, net48: 240, pair: 60, account: 60, above: "refuse" },
} as const satisfies Record<string, AttemptLimit>;

export type AttemptName = keyof typeof attemptLimits;

/** The short windows that Cloudflare counts without a database: requests in 60 s (wrangler.toml). */
export const rates = { read: 240, write: 120 } as const;
export type Rate = keyof typeof rates;

/** Seconds after which a rate is free again. */
export const ratePeriod = 60;

/** The unit of typed text, in bytes: an action counts once, and once more for each full unit. */
const textUnit = 1000;

/** How often an action with this text counts. */
export function costOf(text: string): number {
  return 1 + Math.floor(new TextEncoder().encode(text).length / textUnit);
}

/** How often files count: their total size in MB, rounded up. */
export function costOfFiles(files: { size: number }[]): number {
  return Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2);
}

/** The maximum that one account can add to the database in a year, in bytes. */
export function bytesPerYear(): number {
  const all = Object.values<Allowance>(allowances).filter(({ countsAs }) => countsAs === undefined);
  const perDay = all.map(({ account, month, bytes }) => (month ? month / 30 : (account ?? 0)) * bytes);
  return 365 * perDay.reduce((sum, bytes) => sum + bytes, 0);
}

/** The sentence that refuses an attempt above a limit. @param wait seconds */
export function waitSentence(wait: number): string {
  return `Too many attempts. Please wait ${waitText(wait)}, then try again.`;
}

/** A waiting time in words: `a minute`, `12 minutes`, `5 hours`. @param wait seconds */
export function waitText(wait: number): string {
  const minutes = Math.ceil(wait / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
