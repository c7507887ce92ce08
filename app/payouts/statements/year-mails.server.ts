import { eq, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { periodOf } from "#app/payouts/statements/period.ts";
import type { LineKind } from "#app/payouts/statements/statement.ts";
import { yearToMail } from "#app/payouts/statements/statement-year.ts";
import * as statements from "#app/payouts/statements/statements.server.ts";
import { settings } from "#drizzle/schema.ts";

/** How many sellers one run of the sweep looks at. */
const sellersAtOnce = 100;

/** While this many emails wait, no more are written: a sign-in link must not wait for a statement. */
const maxWaiting = 20;

/** The name of the setting that stores the progress. */
const key = "year_statements";

/**
 * How far the mails of a year are written. `until`: the id of the last seller who has theirs; null: all have.
 */
type Progress = { year: string; until: string | null };

/** In January, all sellers get the statement of the past year (docs/specification.md#year-statement). */
export const dueYearStatements: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }) {
    const year = yearToMail(clock.now());
    if (year === null || (await readProgress(db, year)).until === null) return [];
    return (await outbox.findWaiting(db, clock.now(), maxWaiting)).length < maxWaiting ? [year] : [];
  },
  async run({ db, clock }, year) {
    const at = clock.now();
    const { until, value } = await readProgress(db, year);
    if (yearToMail(at) !== year || until === null) return false;
    const sellers = await listSellers(db, year, until);
    const last = sellers.length < sellersAtOnce ? null : (sellers.at(-1)?.id ?? null);
    try {
      await db.batch([
        guards.that(
          db,
          "year-statements-unchanged",
          sql`(select value from settings where key = ${key}) is ${value}`,
        ),
        outbox.mailEach(
          db,
          "year_statement",
          // A mail that already exists is not written again.
          sql`select value as user_id, ${year} as subject_id from json_each(${JSON.stringify(wanted(sellers))})
            where not exists (select 1 from outbox where id = value || ':' || ${year} || ':year_statement')`,
          at,
          sql`user_id || ':' || subject_id`,
        ),
        saved(db, { year, until: last }),
      ]);
    } catch (error) {
      // Another run has written them.
      if (guards.broken(error) !== "year-statements-unchanged") throw error;
    }
    return true;
  },
};

type Seller = { id: string; isActive: 0 | 1 };

const wanted = (sellers: Seller[]) => sellers.filter(({ isActive }) => isActive).map(({ id }) => id);

/**
 * The next sellers by id. `isActive`: the ledger has an entry of theirs in the year, and the account is not
 * deleted. A suspended seller gets the mail, too.
 */
async function listSellers(db: Db, year: string, after: string): Promise<Seller[]> {
  return await db.all<Seller>(sql`
    select m.user_id as id, u.deleted_at is null and exists (select 1 from statement_months s
      where s.user_id = m.user_id and s.month between ${`${year}-01`} and ${`${year}-12`}) as isActive
    from (select distinct user_id from statement_months where user_id > ${after} order by user_id limit ${sellersAtOnce}) m
    join users u on u.id = m.user_id order by m.user_id`);
}

/** `value`: the setting as it is stored; null: there is none. */
async function readProgress(db: Db, year: string): Promise<Progress & { value: string | null }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  const stored: Progress | null = row ? JSON.parse(row.value) : null;
  return { year, until: stored?.year === year ? stored.until : "", value: row?.value ?? null };
}

function saved(db: Db, progress: Progress) {
  const value = JSON.stringify(progress);
  return db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/**
 * A seller's year as its mail shows it, in cents: opening + earned - sent + other = closing. `earnedCents`:
 * after refunds and fees. `feeCents`: these fees. `otherCents`: debts written off and adjustments.
 */
export type MailYear = {
  year: string;
  openingCents: number;
  earnedCents: number;
  feeCents: number;
  sentCents: number;
  otherCents: number;
  closingCents: number;
};

/** Finds a seller's year for its mail. @param year `2026` @param at UTC ms @returns null if there is none */
export async function findMailYear(
  db: Db,
  sellerId: string,
  year: string,
  at: number,
): Promise<MailYear | null> {
  const period = periodOf(year, at);
  const statement = period && (await statements.find(db, sellerId, period));
  if (!statement) return null;
  const { openingCents, changes, closingCents, feeCents } = statement;
  const sumOf = (...kinds: LineKind[]) =>
    changes.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0);
  const earnedCents = sumOf("paid", "refunded", "goodwill");
  const sentCents = -sumOf("sent", "taken back", "paid by hand");
  const otherCents = sumOf("written off", "adjusted");
  return { year, openingCents, earnedCents, feeCents, sentCents, otherCents, closingCents };
}
