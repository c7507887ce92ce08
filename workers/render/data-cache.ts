import type { DataCache, Log } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";
import { databaseOf, type ReadsFrom } from "#workers/context.ts";

/** How the reads of one request are shared. */
export type DataCacheOptions = {
  database: D1Database;
  /** The key of every read begins with it: whose site, and which build. */
  prefix: string;
  /** Where the request's own reads begin: it says what its viewer has to be shown. */
  from: ReadsFrom;
  /** True for a page that is kept itself: what it shows is not older than it is. */
  fresh: boolean;
  log: Log;
  later(work: Promise<unknown>): void;
};

/** An answer as it is kept. */
type CachedAnswer = {
  /** How far the database had got when it was read. */
  bookmark: string;
  /** When its time is over, by the real clock. */
  until: number;
  answer: unknown;
};

/**
 * The data cache of docs/architecture.md#data-cache. What it keeps is read in a session of its own, so that the bookmark is the database's word on
 * this answer and on nothing else. For whoever has written, that session begins at the copy that takes the writes and not at
 * their cookie: a forged one could make an answer look newer than it is.
 */
export function dataCache({ database, prefix, from, fresh, log, later }: DataCacheOptions): DataCache {
  return {
    async read({ name, ttl, read, isCacheable = isThere }, ...parameters) {
      const key = `${prefix}/${[name, ...parameters].map(encodeURIComponent).join("/")}`;
      const cache = await caches.open("data");
      if (!fresh && from !== "first-primary") {
        const found: CachedAnswer | undefined = await (await cache.match(key))?.json();
        // It was kept under this name by this build.
        if (found && isFor(from, found)) return found.answer as Awaited<ReturnType<typeof read>>;
      }
      let troubled = false;
      const session = database.withSession(from === "first-unconstrained" ? from : "first-primary");
      const watched: Log = (level, event, fields) => {
        if (level !== "info") troubled = true;
        log(level, event, fields);
      };
      const answer = await read(databaseOf(session), watched, ...parameters);
      const bookmark = session.getBookmark();
      if (!troubled && bookmark !== null && isCacheable(answer, ...parameters))
        later(store(cache, key, { bookmark, until: Date.now() + ttl, answer }, ttl));
      return answer;
    },
  };
}

function isThere(answer: unknown): boolean {
  return answer !== null;
}

/** Young enough, and not older than what the viewer wrote. Bookmarks are made to be compared as texts, as D1's own sessions do. */
function isFor(from: ReadsFrom, { bookmark, until }: CachedAnswer): boolean {
  if (Date.now() > until) return false;
  return from === "first-unconstrained" || bookmark.localeCompare(from) >= 0;
}

function store(cache: Cache, key: string, answer: CachedAnswer, ttl: number): Promise<void> {
  const headers = { "Cache-Control": `public, max-age=${ttl / second}` };
  return cache.put(key, Response.json(answer, { headers }));
}
