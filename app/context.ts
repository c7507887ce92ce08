import type { DrizzleD1Database } from "drizzle-orm/d1";
import type Stripe from "stripe";
import type { ClientInfo, TokenSubject } from "#app/auth/session.ts";
import type { PendingSecondFactor, Viewer } from "#app/auth/viewer.ts";
import type { LiveEvent } from "#app/conversations/live/events.ts";
import type { MailFrame } from "#app/emails/mail-content.ts";
import type { Rate } from "#app/limits/limits.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";
import type { Cut, PictureRefusal } from "#app/uploads/picture.ts";

/**
 * The database of one request. Stores take it as their first parameter. D1 supports neither Drizzle's
 * relations nor its transactions.
 */
export type Db = Pick<DrizzleD1Database, "select" | "insert" | "update" | "delete" | "run" | "all" | "batch">;

/** The product's time in UTC ms, for deadlines and rows. Signatures and caches use the real time. */
export type Clock = { now(): number };

/**
 * An email to send. `id`: the id of its row in the outbox, so that a provider sends it once. `headers`: those
 * in addition to the address, the subject and the sender.
 */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: string;
  headers: Record<string, string>;
};
/** @throws MailRefused if the provider refuses it for good; Error if it can be tried again */
export type Mailer = { send(mail: Mail): Promise<void> };

/** A text message with a code. */
type Sms = { to: string; text: string };
/** @throws Error if the provider refuses it */
export type SmsSender = { send(text: Sms): Promise<void> };

/** Pushes an event to every open tab of each user. Best effort: it never throws. */
export type Inboxes = {
  push(userIds: string[], event: LiveEvent): Promise<void>;
  /** Makes users' pages query presence again, after a block or a change to who may see it. */
  forgetWatching(userIds: string[]): Promise<void>;
  /** Closes the connections of a session that has ended. */
  endSession(userId: string, sessionId: string): Promise<void>;
};

/** The placeholder pictures in the bucket (docs/specification.md#placeholder-setup). */
export type Placeholders = {
  /** True if they exist; also false if the bucket has not answered within 300 ms. It never throws. */
  ready(): Promise<boolean>;
  /**
   * Creates the missing ones.
   * @returns `wait` seconds until the next attempt, if the last one has just failed
   * @throws Error if the bucket or the originals cannot be reached
   */
  create(): Promise<{ created: number } | { wait: number }>;
};

/** The key of a picture, or why its file is refused. */
type StoredPicture = { key: string } | { refused: PictureRefusal };

/** The stored pictures in the bucket, and their encoder. */
export type Pictures = {
  /**
   * Encodes a stored picture as AVIF in each of its widths, and stores those that are smaller than the WebP.
   * Safe to run again.
   * @throws Error if the bucket or the encoder fails, or the picture is broken or missing
   */
  makeAvif(key: string): Promise<void>;
  /**
   * Stores a profile picture: cropped to a square, re-encoded in three widths, without metadata.
   * @param id the upload's id, which becomes the key in its address
   * @returns the key, or the reason why the file is refused
   * @throws Error if the bucket or the encoder fails; some of its files may already be stored
   */
  storeProfilePicture(file: Blob, id: string): Promise<StoredPicture>;
  /**
   * Stores a picture of a gig: cropped to 4:3, otherwise like a profile picture.
   * @param id the upload's id: the key starts with it and ends with the picture's placeholder colour
   */
  storeGigPicture(file: Blob, id: string, cut: Cut): Promise<StoredPicture>;
  /**
   * Copies a stored picture of a gig, so that deleting one leaves the other.
   * @param id the upload's id, with which the key of the copy starts
   * @returns the copy's key, and the size and SHA-256 (hex) of its largest version; null if the bucket does
   * not have the picture
   * @throws Error if the bucket fails; some of the copy's files may already be stored
   */
  copyGigPicture(key: string, id: string): Promise<{ key: string; bytes: number; sha256: string } | null>;
  /**
   * A small WebP of a file in the bucket, upright and without its metadata; null if the file is missing or is
   * not a readable picture. It is created once, stored in the bucket, and deleted with the file.
   * @param size its largest width and height, in px
   * @throws Error if the bucket fails
   */
  makePreview(key: string, size: 320 | 640): Promise<ArrayBuffer | null>;
};

/**
 * Counts a request in a short window (docs/specification.md#allowances), without the database. True while the
 * key is below its rate.
 */
type RateLimiter = (kind: Rate, key: string) => Promise<boolean>;

/** Private files in the bucket. The page that serves a file checks who may read it. */
export type Files = {
  /**
   * Stores a file under a new key: a stored file is never overwritten.
   * @returns its SHA-256 in hex, even if the key already has the same bytes; null if it has different ones
   * @throws Error if the bucket fails, or if the stream is shorter or longer than its stated size
   */
  put(key: string, file: { body: ReadableStream<Uint8Array>; bytes: number }): Promise<string | null>;
  /** Null if the file does not exist. @throws Error if the bucket fails */
  open(key: string): Promise<ReadableStream | null>;
  /** Deletes files. A missing file is not an error. @throws Error if the bucket fails */
  forget(keys: string[]): Promise<void>;
  /** Deletes all files whose key begins with a prefix. @throws Error if the bucket fails */
  forgetAll(prefix: string): Promise<void>;
  /**
   * Lists all files of the bucket, pictures too, in the order of their keys. `storedAt`: real UTC ms. `more`:
   * the list continues after the last one.
   * @param after lists only the files after this key; null: from the first file
   * @throws Error if the bucket fails
   */
  list(
    after: string | null,
    limit: number,
  ): Promise<{ files: { key: string; storedAt: number }[]; more: boolean }>;
};

/** Who runs this site, as set in wrangler.toml. */
export type SiteOperator = { name: string; address: string; email: string };

/** Writes one structured line with the request's id. */
export type Log = (level: "info" | "warn" | "error", event: string, fields?: Record<string, unknown>) => void;

/** A value that JSON stores and restores unchanged. */
type Plain = string | number | boolean | null | undefined | Plain[] | { [name: string]: Plain };

/**
 * A read of a public page whose answer all requests may share. Define it as a constant: it gets the database,
 * the log and its parameters, but nothing about the requester, so that its answer cannot contain personal
 * data.
 */
export type CachedRead<Parameters extends (string | number)[], Answer extends Plain> = {
  /** The key combines the name and the parameters. */
  name: string;
  /** How long an answer may be used (docs/specification.md#cache-times), in ms. */
  ttl: number;
  /** One round trip. If it logs a warning or an error, its answer is not cached. */
  read(db: Db, log: Log, ...parameters: Parameters): Promise<Answer>;
  /**
   * True if the answer may be cached, so that made-up addresses cannot fill the cache. Default: any answer
   * except null.
   */
  isCacheable?(answer: Answer, ...parameters: Parameters): boolean;
};

/** The cache of public reads (docs/architecture.md#data-cache). */
export type DataCache = {
  /**
   * Returns a cached answer if it has not expired and includes the viewer's last write. Otherwise runs the
   * read.
   * @throws whatever the read throws
   */
  read<Parameters extends (string | number)[], Answer extends Plain>(
    read: CachedRead<Parameters, Answer>,
    ...parameters: Parameters
  ): Promise<Answer>;
};

/**
 * The preferences from the footer's form or the browser, resolved once per request
 * (docs/specification.md#preferences).
 */
export type Preferences = {
  theme: "system" | "light" | "dark";
  lite: boolean;
  /** The browser sends Save-Data. */
  saveData: boolean;
  /** No video and the smallest pictures: in Lite mode, and if the browser reports a slow connection. */
  small: boolean;
  /** The page includes the framework's scripts. In Lite mode, only if the URL asks for them. */
  scripts: boolean;
};

/** A notice that is shown once, on the next page. */
export type Toast = { kind: "success" | "error" | "info"; text: string };

/** The product's cookies. All are HttpOnly. */
export type CookieName =
  | "session"
  | "access"
  | "bookmark"
  | "toast"
  | "theme"
  | "lite"
  | "recent"
  | "draft"
  | "joined"
  | "operator";

/** What every loader and action receives from the worker. Other functions take only the part they need. */
export type Capabilities = {
  requestId: string;
  /** For the inline scripts and styles of this response. */
  nonce: string;
  /** `https://handiwork.example`, for links in emails and for Stripe. */
  origin: string;
  /** Who runs the site: on the contact page, on receipts and in emails. */
  operator: SiteOperator;
  db: Db;
  dataCache: DataCache;
  clock: Clock;
  rate: RateLimiter;
  viewer: Viewer | null;
  /** Set between password and second factor, while the viewer is null. */
  pendingSecondFactor: PendingSecondFactor | null;
  /** When the viewer's access token expires, in UTC ms; null for visitors. */
  accessExpiresAt: number | null;
  /** The client's network address, for limits: an IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The browser's name and its location according to the network. */
  clientInfo: ClientInfo;
  /** Adds the cookies of a session to the response. */
  giveTokens(session: TokenSubject): Promise<void>;
  preferences: Preferences;
  /** Returns the previous request's notice and removes it. The caller shows it. */
  takeToast(): Toast | null;
  stripe: Stripe;
  /** Stripe's dashboard; null with the local stand-in for Stripe. */
  stripeDashboard: StripeDashboard | null;
  /** The country of the platform's account at Stripe: ISO 3166, two letters, upper case. */
  platformCountry: string;
  inboxes: Inboxes;
  mailer: Mailer;
  /** Renders the HTML of an email. */
  mailHtml(frame: MailFrame): string;
  /** Null if no provider is configured. A phone then cannot be a second factor. */
  sms: SmsSender | null;
  placeholders: Placeholders;
  pictures: Pictures;
  files: Files;
  /** Signs links in emails. */
  secret: string;
  log: Log;
  /** Continues work after the response is sent. A failure is logged. */
  later(work: Promise<unknown>): void;
  /** Sends the queued emails of the outbox after the response. Call it after a write that adds one. */
  sendMails(to?: "users" | "visitors"): void;
  /**
   * Runs the scheduled work, which the caller has begun, for at most 30 s.
   * @returns false if it has not ended by then; it continues
   */
  repair(): Promise<boolean>;
  /**
   * True while the response to a form is a document, as without scripts: its loaders run after its action.
   */
  answersForm: boolean;
  /** True for a prefetch: the visitor may never see the page. */
  isPrefetch: boolean;
  /** The ids of the gigs that this browser has viewed, newest first, at most 10. From its cookie. */
  recentlyViewed: string[];
  /**
   * The browser's secret, which proves which drafts were typed in it (docs/specification.md#drafts); null
   * until the first one.
   */
  draftKey: string | null;
  /** The sealed sign-up of this browser (docs/specification.md#after-joining); null if it made none. */
  joined: string | null;
  /** Counts a view of a gig, if the page shows it to someone other than its seller. */
  countView(gigId: string): void;
  /** Reports that the header could not check whether the viewer's session has ended. */
  sessionNotRead(): void;
  /**
   * Answers this request with a file. The action then throws a redirect, so that Remix renders no page
   * (docs/decisions/0108-a-form-answers-with-a-file.md).
   */
  sendFile(file: Response): void;
  /** The cookies that this request sets. The worker adds them to the response. */
  cookies: { set(name: CookieName, value: string | null, maxAge?: number): void };
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Capabilities {}
}
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
