import type { BatchItem } from "drizzle-orm/batch";
import { errorStack } from "#app/lib/errors.ts";

type Log = (level: "warn" | "error", event: string, fields?: Record<string, unknown>) => void;

/** A select that has not run yet. Each await runs it. */
type Statement = BatchItem<"sqlite"> & PromiseLike<unknown>;
type Database = { batch(statements: readonly [Statement, ...Statement[]]): Promise<readonly unknown[]> };
type Rows<Statements> = { [Name in keyof Statements]: Awaited<Statements[Name]> };
type RowsOrNull<Statements> = { [Name in keyof Statements]: Awaited<Statements[Name]> | null };

/** A failed read is repeated once, after this delay in ms (docs/specification.md#failed-reads). */
const retryDelay = 100;
/** How long a section may delay its page, in ms. */
const sectionBound = 1000;
/**
 * How much of `sectionBound` the batch of all sections may take, in ms. The rest is for reading the sections
 * one by one.
 */
const batchBound = 600;

/**
 * Reads data without which a page cannot be shown. Tries twice. A Response that it throws is its answer.
 * @param sentence the text of the error screen (docs/specification.md#main-read)
 * @throws Response that of the read; or 503 with the sentence if both attempts fail
 */
export async function mainRead<T>(read: () => Promise<T>, sentence: string, log: Log): Promise<T> {
  try {
    return await twice(read, log);
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "main read failed", { sentence, error: errorStack(error) });
    throw new Response(sentence, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/**
 * Reads one section of a page, in at most two attempts and 1 s. A failure is logged, and the page still
 * returns 200.
 * @param section its name in the log
 * @returns null if it failed: the page shows the section's fallback
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
 * Reads the sections of a page in one batch, and returns their rows under the same names. If the batch fails
 * or takes too long, each section is read on its own, so that only the failing one falls back. The total is
 * at most 1 s (docs/specification.md#failed-reads).
 * @param statements at least one; the names appear in the log
 * @param onFailure called for each failed attempt to read a single section
 * @returns null for each section that could not be read
 */
export async function sectionReads<Statements extends Record<string, Statement>>(
  db: Database,
  statements: Statements,
  log: Log,
  onFailure: (section: keyof Statements, error: unknown) => void = () => {},
): Promise<RowsOrNull<Statements>> {
  const started = Date.now();
  const names: (keyof Statements & string)[] = Object.keys(statements);
  try {
    const rows = await within(batchBound, db.batch(Object.values(statements) as [Statement, ...Statement[]]));
    return byName(names, rows) as Rows<Statements>;
  } catch (error) {
    log("warn", "sections are read one by one", { error: errorStack(error) });
  }
  const timeLeft = sectionBound - Math.min(Date.now() - started, batchBound);
  const readAlone = async (name: keyof Statements & string) => {
    try {
      return await statements[name];
    } catch (error) {
      onFailure(name, error);
      throw error;
    }
  };
  const rows = await Promise.all(
    names.map((name) => sectionRead(() => readAlone(name), name, log, timeLeft)),
  );
  return byName(names, rows) as RowsOrNull<Statements>;
}

function byName(names: string[], rows: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, i) => [name, rows[i]]));
}

async function twice<T>(read: () => Promise<T>, log: Log): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Response) throw error;
    log("warn", "read again", { error: errorStack(error) });
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return read();
  }
}

/**
 * Waits for the work, but no longer than the limit. The work itself continues.
 * @param ms the limit
 * @throws Error if the work takes longer
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
