/** What one account and one network may do in a day, and what it leaves in the database. */
export type Allowance = {
  /** For one account, in a day. Null: the action needs no account. */
  account: number | null;
  /** For one network in a day: the /24 of an IPv4 address, or the /48 of an IPv6 one. */
  network: number;
  /**
   * For one account, in a minute: such an action may come in bursts, and the short window does not count it.
   * Absent: it does.
   */
  minute?: number;
  /**
   * For one account, in 30 days, by the cost of each action. The day then counts actions. Absent: the day
   * counts the cost.
   */
  month?: number;
  /** The most bytes that one count adds to the database for good, with its events, mails and indexes. */
  bytes: number;
};

/**
 * The table of docs/specification.md#allowances. Every write asks it, except operators' decisions. Many
 * people may share a network, so it may do what twenty accounts may.
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
  /** The seller's application, saved or sent. Its texts are written over; a day has one card page at most. */
  application: { account: 20, network: 400, bytes: 500 },
  /** Saving a step of a draft of a gig, archiving: what is there already is written over. */
  draft: { account: 3000, network: 60_000, bytes: 0 },
  /** Publishing, deleting and beginning to change gigs. */
  gig: { account: 40, network: 800, bytes: 1700 },
  /** Pictures of gigs: each costs four transformations. */
  gallery: { account: 60, network: 1200, bytes: 200 },
  conversation: { account: 60, network: 1200, bytes: 400 },
  message: { account: 3000, network: 60_000, minute: 300, month: 4800, bytes: 1300 },
  /** Tickets, replies in them, and checks of payments. They are deleted two years after they were closed. */
  ticket: { account: 20, network: 400, bytes: 1500 },
  profile: { account: 30, network: 600, bytes: 300 },
  /** Profile pictures: each costs three transformations. */
  picture: { account: 10, network: 200, bytes: 300 },
  /** Password, address, second factors, recovery codes. */
  setting: { account: 20, network: 400, bytes: 800 },
  /** The end of a session. Apart from `setting`, so that a thief who spends those cannot keep a session. */
  end: { account: 100, network: 2000, bytes: 150 },
  /**
   * Sign-ins that succeed. Not limited for an account: a thief with its password would keep the owner out.
   * Rows of sessions do not stay.
   */
  session: { account: null, network: 4000, bytes: 0 },
  export: { account: 20, network: 400, bytes: 0 },
  placeholders: { account: null, network: 20, bytes: 0 },
} as const satisfies Record<string, Allowance>;

export type AllowedAction = keyof typeof allowances;

/** The short windows that Cloudflare counts without a database: requests in 60 s (wrangler.toml). */
export const rates = { read: 240, write: 120 } as const;
export type Rate = keyof typeof rates;

/** Seconds after which a rate is free again. */
export const ratePeriod = 60;

/** An action counts once for each of these bytes of typed text that it begins. */
const textUnit = 1000;

/** How often an action with this typed text counts. */
export function costOf(text: string): number {
  return 1 + Math.floor(new TextEncoder().encode(text).length / textUnit);
}

/** How often files count: once for each MB that they begin. */
export function costOfFiles(files: { size: number }[]): number {
  return Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2);
}

/** The most that one account can add to the database in a year, in bytes. */
export function bytesPerYear(): number {
  const all: Allowance[] = Object.values(allowances);
  const perDay = all.map(({ account, month, bytes }) => (month ? month / 30 : (account ?? 0)) * bytes);
  return 365 * perDay.reduce((sum, bytes) => sum + bytes, 0);
}
