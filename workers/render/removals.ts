import type { Log } from "#app/context.ts";
import { day, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { within } from "#app/lib/reads.ts";

// The last removal from public pages (docs/architecture.md#removals). Its number is in the key of everything
// cached, so a removal starts an empty cache in every location. Times are real UTC ms.

/** `from`: where reads must start to include the removal, for `D1Database.withSession`. */
export type Removal = { number: number; from: string };

/** What was read from the database, and when. */
type Known = Removal & { readAt: number };

/** After this time it is read again after the response. After `usableFor` the response waits for it. */
const freshFor = 10 * second;
const usableFor = 20 * second;
/** How long a response waits for the database, in ms, and how long a failure is not retried. */
const maxWait = 500;
const retryAfter = 5 * second;

/** What this isolate knows, and when it last started to ask. */
const memory = perIsolate<{ known: Known | null; askedAt: number }>(() => ({ known: null, askedAt: 0 }));

type Deps = {
  database: D1Database;
  /** The prefix of its key in the cache: origin and build. */
  prefix: string;
  log: Log;
  later(work: Promise<unknown>): void;
};

/**
 * Returns the last removal, as it was at most 20 s ago. Most requests find it in their isolate's memory. If
 * the database does not answer, it is the last known one, so that pages stay available.
 * @returns null if it was never known here; then nothing cached may be used
 */
export async function lastRemoval(deps: Deps): Promise<Removal | null> {
  const now = Date.now();
  const { known, askedAt } = memory.value;
  const age = known ? now - known.readAt : Number.POSITIVE_INFINITY;
  if (age < freshFor) return known;
  const hasAsked = now - askedAt < retryAfter;
  if (age < usableFor) {
    if (!hasAsked) deps.later(ask(deps));
  } else if (!known || !hasAsked) await ask(deps);
  return memory.value.known;
}

/** Checks the cache of this location, then the database. */
async function ask({ database, prefix, log, later }: Deps): Promise<void> {
  const kept = memory.value;
  kept.askedAt = Date.now();
  const key = `${prefix}/removals`;
  const cache = await caches.open("data");
  const stored: Known | undefined = await (await cache.match(key))?.json();
  // The greater number is the newer one, whichever replica it came from.
  if (stored && stored.number >= (kept.known?.number ?? 0) && stored.readAt > (kept.known?.readAt ?? 0))
    kept.known = stored;
  if (kept.known && Date.now() - kept.known.readAt < freshFor) return;
  try {
    const read = await within(maxWait, readLast(database, kept.known));
    kept.known = read;
    const headers = { "Cache-Control": `public, max-age=${day / second}` };
    later(cache.put(key, Response.json(read, { headers })));
  } catch (error) {
    log("warn", "removals not read", { error: errorStack(error) });
  }
}

/** Reads from the nearest replica that has what is already known. */
async function readLast(database: D1Database, before: Known | null): Promise<Known> {
  const readAt = Date.now();
  const session = database.withSession(before?.from ?? "first-unconstrained");
  const row = await session.prepare("select number from removals").first<{ number: number }>();
  const number = row?.number ?? 0;
  if (number === 0) return { number, from: "first-unconstrained", readAt };
  // The bookmark of the first read that found it. With a later one, reads would wait for unrelated writes.
  const from = number === before?.number ? before.from : (session.getBookmark() ?? "first-primary");
  return { number, from, readAt };
}
