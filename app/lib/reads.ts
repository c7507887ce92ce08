import { errorStack } from "#app/lib/errors.ts";

type Log = (level: "warn" | "error", event: string, fields?: Record<string, unknown>) => void;

/** A failed read is tried once more after this time (docs/specification.md#failed-reads), in ms. */
const pause = 100;
/** A section may hold its page this long, in ms. */
const sectionBound = 1000;
/** Of that, how long the sections of a page may take together, before each is read alone in what is left. */
const togetherBound = 600;

/**
 * A page's main read, without which there is no page: tried twice; then it is logged and throws 503 with the sentence, which the
 * error screen shows (docs/specification.md#main-read).
 */
export async function mainRead<T>(read: () => Promise<T>, sentence: string, log: Log): Promise<T> {
  try {
    return await twice(read, log);
  } catch (error) {
    log("error", "main read failed", { sentence, error: errorStack(error) });
    throw new Response(sentence, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/**
 * A section's read, tried twice within 1 s: a failure is logged and gives null, for the section's fallback; the page is still 200.
 * @param section its name in the log
 */
export async function sectionRead<T>(
  read: () => Promise<T>,
  section: string,
  log: Log,
  bound = sectionBound,
): Promise<T | null> {
  try {
    return await within(bound, twice(read, log));
  } catch (error) {
    log("error", "section read failed", { section, error: errorStack(error) });
    return null;
  }
}

/**
 * The sections of a page in one round trip. If that fails or takes too long, each is read again alone under its own bound, so
 * that only the failing one falls back (docs/specification.md#failed-reads). All of it takes 1 s at most.
 * @param together all of them, as one batch @param alone each of them
 */
export async function sectionReads<T extends Record<string, unknown>>(
  together: () => Promise<T>,
  alone: { [K in keyof T]: () => Promise<T[K]> },
  log: Log,
): Promise<{ [K in keyof T]: T[K] | null }> {
  const started = Date.now();
  try {
    return await within(togetherBound, together());
  } catch (error) {
    log("warn", "sections are read one by one", { error: errorStack(error) });
  }
  const left = sectionBound - Math.min(Date.now() - started, togetherBound);
  const names: (keyof T & string)[] = Object.keys(alone);
  const read = await Promise.all(names.map((name) => sectionRead(alone[name], name, log, left)));
  return Object.fromEntries(names.map((name, i) => [name, read[i]])) as { [K in keyof T]: T[K] | null };
}

async function twice<T>(read: () => Promise<T>, log: Log): Promise<T> {
  try {
    return await read();
  } catch (error) {
    log("warn", "read again", { error: errorStack(error) });
    await new Promise((resolve) => setTimeout(resolve, pause));
    return read();
  }
}

/** @throws Error when it takes longer @param ms the bound */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
