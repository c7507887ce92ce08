import { type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { second } from "#app/lib/dates.ts";
import { type AccountLimit, accountLimitOf } from "#app/limits/account-counters.ts";
import { limits } from "#drizzle/schema.ts";

/** How many counters of an account are examined for one page. The next page continues from there. */
const maxExamined = 150;

/** The share of a limit from which it is listed: a file or a long text may need more than what is left. */
const nearlyUsed = 0.9;

/**
 * A limit that an account has used up, or nearly. `number`: identifies the counter. `version`: identifies its
 * window. `resetsAt`: when it starts again, UTC ms.
 */
export type UsedLimit = AccountLimit & { number: number; version: number; count: number; resetsAt: number };

type Account = { id: string; email: string };

/**
 * Lists the limits that an account or its address has used up, or nearly, newest first
 * (docs/specification.md#operator-user). Networks are counted separately, and belong to no one.
 * @param after the number of the previous page's last row; null: the first page
 * @param at UTC ms
 * @returns `next`: the `after` of the next page; null on the last page
 */
export async function listUsed(db: Db, account: Account, after: number | null, at: number) {
  const hashes = await Promise.all([sha256(account.id), sha256(account.email)]);
  const newest = (hash: string) =>
    sql`select * from (select rowid as number, key, count, resets_at as resetsAt from limits
      where ${isOf([hash])} and ${beyond({ after }, sql`rowid`)} order by rowid desc limit ${maxExamined})`;
  const rows = await db.all<{ number: number; key: string; count: number; resetsAt: number }>(
    sql`${newest(hashes[0])} union all ${newest(hashes[1])} order by number desc limit ${maxExamined}`,
  );
  const used = rows.flatMap(({ key, ...row }): UsedLimit[] => {
    const limit = accountLimitOf(key);
    const isUsed = limit !== null && row.resetsAt > at && row.count >= limit.most * nearlyUsed;
    return isUsed ? [{ ...row, ...limit, version: versionOf(row.resetsAt) }] : [];
  });
  const { shown, next } = pageOf(used, rowsPerPage);
  const last = rows.length === maxExamined ? (rows.at(-1)?.number ?? null) : null;
  return { shown, next: next ?? last };
}

/** A condition: a counter of these accounts, written so that SQLite uses the index `limits_account`. */
function isOf(hashes: string[]): SQL {
  return sql`substr(key, -43) in ${hashes} and (instr(key, ':account:') > 0 or instr(key, ':pair:') > 0)`;
}

/** The end of a counter's window in seconds, without the digits that do not change for 30 years. */
function versionOf(resetsAt: number): number {
  return Math.floor(resetsAt / second) % 1_000_000_000;
}

/** Finds a used limit of an account; null if there is none, or its window is over. @param at UTC ms */
export async function find(db: Db, account: Account, number: number, at: number): Promise<UsedLimit | null> {
  const hashes = await Promise.all([sha256(account.id), sha256(account.email)]);
  const [row] = await db.all<{ key: string; count: number; resetsAt: number }>(
    sql`select key, count, resets_at as resetsAt from limits where rowid = ${number} and ${isOf(hashes)} and resets_at > ${at}`,
  );
  const limit = row ? accountLimitOf(row.key) : null;
  if (!row || !limit) return null;
  return { ...limit, number, count: row.count, resetsAt: row.resetsAt, version: versionOf(row.resetsAt) };
}

/**
 * Lifts a limit: its count starts again immediately.
 * @param at UTC ms
 * @returns "changed" if another operator was faster, or the window is over
 */
export async function lift(
  db: Db,
  account: Account,
  { number, resetsAt, label, count, most }: UsedLimit,
  decision: Decision,
  at: number,
): Promise<WriteResult> {
  const isCounter = sql`rowid = ${number} and ${isOf(await Promise.all([sha256(account.id), sha256(account.email)]))} and resets_at = ${resetsAt}`;
  const subject = sql<string>`(select id from users where id = ${account.id} and exists (select 1 from limits where ${isCounter}))`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "lift-limit", subject, decision, at, {
        before: `${count} of ${most} (${label})`,
        after: "0",
      }),
      db.delete(limits).where(isCounter),
    ]),
  );
}
