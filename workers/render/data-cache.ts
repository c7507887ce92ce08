import type { DataCache, Log } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";
import { databaseOf, type ReadsFrom } from "#workers/context.ts";
import { lastRemoval } from "./removals.ts";

/** The request's options for the data cache. */
export type DataCacheOptions = {
  database: D1Database;
  /** The start of every key: origin and build. */
  prefix: string;
  /**
   * Where the request's own reads start. A bookmark marks the viewer's last write, which the answer must
   * include.
   */
  from: ReadsFrom;
  /**
   * True for a page that is itself cached: it reads again, so that its content is not older than the page.
   */
  fresh: boolean;
  log: Log;
  later(work: Promise<unknown>): void;
};

/** A cached answer. */
type CachedAnswer = {
  /** The state of the database when it was read. */
  bookmark: string;
  /** When it expires, in real UTC ms. */
  until: number;
  answer: unknown;
};

/**
 * The data cache (docs/architecture.md#data-cache). It reads each answer in a separate database session, so
 * that the bookmark belongs to this answer only. If the viewer has written, this session starts at the
 * primary instead of the cookie's bookmark: a forged bookmark could make an answer look newer than it is. An
 * answer is kept only until the next removal (docs/architecture.md#removals).
 */
export function dataCache({ database, prefix, from, fresh, log, later }: DataCacheOptions): DataCache {
  return {
    async read({ name, ttl, read, isCacheable = isFound }, ...parameters) {
      const removal = await lastRemoval({ database, prefix, log, later });
      const key = `${prefix}~${removal?.number}/${[name, ...parameters].map(encodeURIComponent).join("/")}`;
      const cache = await caches.open("data");
      if (removal && !fresh && from !== "first-primary") {
        const found: CachedAnswer | undefined = await (await cache.match(key))?.json();
        // The same build stored it under this name, so it has this type.
        if (found && isUsableFrom(from, found)) return found.answer as Awaited<ReturnType<typeof read>>;
      }
      let hasProblem = false;
      const nearest = from === "first-unconstrained" || fresh;
      const session = database.withSession(nearest ? (removal?.from ?? from) : "first-primary");
      const watched: Log = (level, event, fields) => {
        if (level !== "info") hasProblem = true;
        log(level, event, fields);
      };
      const answer = await read(databaseOf(session), watched, ...parameters);
      const bookmark = session.getBookmark();
      if (removal && !hasProblem && bookmark !== null && isCacheable(answer, ...parameters))
        later(store(cache, key, { bookmark, until: Date.now() + ttl, answer }, ttl));
      return answer;
    },
  };
}

function isFound(answer: unknown): boolean {
  return answer !== null;
}

/**
 * True if it has not expired and is not older than the viewer's last write. Bookmarks are compared as text,
 * as in D1's own sessions.
 */
function isUsableFrom(from: ReadsFrom, { bookmark, until }: CachedAnswer): boolean {
  if (Date.now() > until) return false;
  return from === "first-unconstrained" || bookmark.localeCompare(from) >= 0;
}

function store(cache: Cache, key: string, answer: CachedAnswer, ttl: number): Promise<void> {
  const headers = { "Cache-Control": `public, max-age=${ttl / second}` };
  return cache.put(key, Response.json(answer, { headers }));
}
