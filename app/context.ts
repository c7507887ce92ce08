import type { DrizzleD1Database } from "drizzle-orm/d1";
import type Stripe from "stripe";
import type { ClientInfo, TokenSubject } from "#app/auth/session.ts";
import type { PendingSecondFactor, Viewer } from "#app/auth/viewer.ts";
import type { PictureRefusal } from "#app/profiles/profile-picture.ts";

/** The database of one request, in D1's words; keepers take it first. What drizzle makes of relations and transactions is not D1's. */
export type Db = Pick<DrizzleD1Database, "select" | "insert" | "update" | "delete" | "run" | "all" | "batch">;

/** The product's time in UTC ms. Deadlines and rows use it; signatures and caches use the real one. */
export type Clock = { now(): number };

/** A mail or code on its way out. */
export type Mail = { to: string; subject: string; text: string; html: string; kind: string };
export type Mailer = { send(mail: Mail): Promise<void> };

/** A short text to a phone: a code. */
export type Sms = { to: string; text: string };
/** @throws Error when the provider does not take it */
export type SmsSender = { send(text: Sms): Promise<void> };

/** An event of the live connection. It only tells a page that there is a new message; the page then reads it from D1. */
export type LiveEvent = { type: "message" };
/** Pushes an event to every open tab of each user. Best effort: it never throws. */
export type Inboxes = {
  push(userIds: string[], event: LiveEvent): Promise<void>;
  /** Closes the tabs of a session that has ended; they could not ask for anything any more. */
  endSession(userId: string, sessionId: string): Promise<void>;
};

/** The general placeholder pictures of the bucket (docs/specification.md#placeholder-setup). */
export type Placeholders = {
  /** Whether they are there; false also when the bucket has not answered within 300 ms. It never throws. */
  ready(): Promise<boolean>;
  /**
   * Makes those that are missing. `wait`: the last attempt failed just now; seconds until the next one.
   * @throws Error when the bucket or the originals cannot be reached
   */
  create(): Promise<{ created: number } | { wait: number }>;
};

/** The stored pictures of the bucket, and an encoder. */
export type Pictures = {
  /**
   * Makes AVIF of a stored picture in each of its widths, and keeps what is smaller than the WebP of that width. Safe to run again.
   * @throws Error when the bucket or the encoder fails, or the picture is broken or not there
   */
  makeAvif(key: string): Promise<void>;
  /**
   * Stores somebody's picture from a file of theirs: its middle as a square, encoded anew in three widths, without what the file said
   * beside the picture.
   * @returns the key of its address, or why the file is none
   * @throws Error when the bucket fails
   */
  storeProfilePicture(file: Uint8Array<ArrayBuffer>): Promise<{ key: string } | { refused: PictureRefusal }>;
  /** Forgets a stored picture in all its versions; one that is not there is forgotten already. @throws Error when the bucket fails */
  forget(key: string): Promise<void>;
};

/** Private files of the bucket. Whoever may read one is asked by the page that hands it out. */
export type Files = {
  /** @throws Error when the bucket fails */
  put(key: string, file: Blob): Promise<void>;
  /** Null: there is none. @throws Error when the bucket fails */
  open(key: string): Promise<ReadableStream | null>;
  /** Those that are not there are forgotten already. @throws Error when the bucket fails */
  forget(keys: string[]): Promise<void>;
};

/** One structured line, with the request's id. */
export type Log = (level: "info" | "warn" | "error", event: string, fields?: Record<string, unknown>) => void;

/** What comes back from text as it was. */
type Plain = string | number | boolean | null | undefined | Plain[] | { [name: string]: Plain };

/**
 * A read of a public page that everybody may share. It is a constant of its room: it knows the database, the log and its parameters,
 * never who asks, so nothing of anybody's can be in its answer.
 */
export type CachedRead<Parameters extends (string | number)[], Answer extends Plain> = {
  /** Its name and its parameters are its key. */
  name: string;
  /** How long an answer may be shown (docs/specification.md#cache-times), in ms. */
  ttl: number;
  /** One round trip. An answer during which it logs that anything went wrong is not kept. */
  read(db: Db, log: Log, ...parameters: Parameters): Promise<Answer>;
  /** Whether there is anything to keep: whoever makes up addresses must not fill the cache. Absent: anything but null. */
  isCacheable?(answer: Answer, ...parameters: Parameters): boolean;
};

/** The public pages' reads, shared by everybody (docs/architecture.md#data-cache). */
export type DataCache = {
  /**
   * A kept answer that is young enough and knows what the viewer wrote last; else it is read now.
   * @throws what the read throws
   */
  read<Parameters extends (string | number)[], Answer extends Plain>(
    read: CachedRead<Parameters, Answer>,
    ...parameters: Parameters
  ): Promise<Answer>;
};

/** What people chose in the footer, or their browser asked for: decided once, at the door (docs/specification.md#preferences). */
export type Preferences = {
  theme: "system" | "light" | "dark";
  lite: boolean;
  /** The browser sends Save-Data. */
  saveData: boolean;
  /** No film, and every picture in its smallest version: in Lite, and where the browser says that its line is slow. */
  small: boolean;
  /** The page brings the framework's scripts. In Lite only where this one page was asked to. */
  scripts: boolean;
};

/** A one-time notice that survives a redirect. */
export type Toast = { kind: "success" | "error" | "info"; text: string };

/** The cookies of the product; all of them are HttpOnly. */
export type CookieName = "session" | "access" | "bookmark" | "toast" | "theme" | "lite" | "recent";

/** What the door hands to every loader and action. Functions below ask for the smallest part of it. */
export type Capabilities = {
  requestId: string;
  /** For inline script and style of this response. */
  nonce: string;
  /** `https://handiwork.example`, for links in mails and at Stripe. */
  origin: string;
  db: Db;
  dataCache: DataCache;
  clock: Clock;
  viewer: Viewer | null;
  /** Somebody who still owes the second factor; the viewer is null then. */
  pendingSecondFactor: PendingSecondFactor | null;
  /** When the viewer's access token is over, UTC ms; null: nobody is signed in. */
  accessExpiresAt: number | null;
  /** The network address that asks, for limits: an IPv4 address, or the /64 of an IPv6 one. */
  address: string;
  /** What the browser says it is, and where the network says that it is. */
  clientInfo: ClientInfo;
  /** Puts the tokens of a session on the answer. */
  giveTokens(session: TokenSubject): Promise<void>;
  preferences: Preferences;
  /** The notice left by the request before; whoever takes it shows it, and it is gone. */
  takeToast(): Toast | null;
  stripe: Stripe;
  inboxes: Inboxes;
  mailer: Mailer;
  /** Null: no provider is set, so no phone can be a second factor. */
  sms: SmsSender | null;
  placeholders: Placeholders;
  pictures: Pictures;
  files: Files;
  /** Signs links in mails. */
  secret: string;
  log: Log;
  /** Goes on after the answer is sent; a failure is logged. */
  later(work: Promise<unknown>): void;
  /** The gigs that this browser looked at, newest first: ids, at most 10, as its cookie says. */
  recentlyViewed: string[];
  /** Answers as an address that there is none of, to the letter: for a page that its reader is not to know of. @throws Response 404 */
  asUnknown(): never;
  /** Cookies set by this request; the door puts them on the answer. */
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
