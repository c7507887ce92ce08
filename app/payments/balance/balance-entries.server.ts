import { eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { hour, minute, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { isOneOf } from "#app/lib/one-of.server.ts";
import type { Work } from "#app/lib/work.ts";
import {
  bookingsOf,
  type Entry,
  type Explanation,
  explain,
  type Known,
} from "#app/payments/balance/balance-entry.ts";
import { idIn, isStripeError } from "#app/payments/stripe.server.ts";
import { balanceTransactions, mismatches, settings } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** How often the list is read while nothing moves, and after cash was booked, in ms. */
const pause = { idle: hour, moved: 5 * minute };

/** How far back the list is read again, in seconds, because Stripe may list an entry after a later one. */
const overlap = hour / second;

/** The maximum number of pages of 100 entries that one run reads. The next sweep continues. */
const maxPages = 3;

/** The maximum number of unexplained entries that one run looks at, the newest first. */
const maxEntries = 300;

/**
 * The balance in US dollars as Stripe has reported it, in cents. `at`: when, UTC ms. `hasDollars`: false if
 * the platform's account settles in other currencies only.
 */
export type Balance = {
  at: number;
  available: number;
  pending: number;
  reserved: number;
  hasDollars: boolean;
};

/**
 * How far the list was read. `since`: the time of the newest entry when the list was last read to its end, in
 * UTC seconds. `top`, `after`: while the list is being read, newest first: the time of its newest entry, and
 * the id after which the next run continues. `booked`: the number of the ledger's last row when it was read.
 * `isDue`: read it in the next sweep. `at`: when reading began, UTC ms. `movedAt`: when Stripe last said that
 * money moved, UTC ms; null: never.
 */
type Progress = {
  at: number;
  since: number;
  top: number | null;
  after: string | null;
  booked: number;
  isDue: boolean;
  balance: Balance | null;
  movedAt?: number | null;
};

const start: Progress = { at: 0, since: 0, top: null, after: null, booked: 0, isDue: true, balance: null };

/**
 * Reading the platform's balance transactions is one unit of work: every hour, and within minutes after money
 * moved. Stripe's failures are only logged.
 */
export const balanceList: Work<Deps> = {
  async find({ db, clock }) {
    return isDue(await readProgress(db), clock.now()) ? ["balance"] : [];
  },
  async run(deps) {
    try {
      return (await readOn(deps)) > 0;
    } catch (error) {
      if (!isStripeError(error)) throw error;
      deps.log("warn", "Stripe's balance was not read", { error: errorStack(error) });
      return false;
    }
  },
};

type Read = { progress: Progress; newest: number };

function isDue({ progress, newest }: Read, at: number): boolean {
  const passed = at - progress.at;
  if (progress.isDue || (progress.movedAt ?? 0) >= progress.at) return true;
  return passed >= (newest > progress.booked ? pause.moved : pause.idle);
}

/**
 * Stores the entries of Stripe's list that are not stored yet, and explains those that have no explanation
 * yet (docs/specification.md#balance). If two runs overlap, only one books.
 * @returns how many entries were stored or explained
 * @throws Stripe's error
 */
export async function readOn(deps: Deps): Promise<number> {
  const { db, stripe, clock } = deps;
  const at = clock.now();
  const read = await readProgress(db);
  if (!isDue(read, at)) return 0;
  const before = read.progress;
  const balance = await findBalance(deps);
  let { top, after } = before;
  let stored = 0;
  let hasMore = true;
  for (let pages = 0; hasMore && pages < maxPages; pages++) {
    const page = await listFrom(stripe, before.since, after);
    stored += await store(db, page.data);
    top ??= page.data[0]?.created ?? null;
    after = page.data.at(-1)?.id ?? null;
    hasMore = page.has_more && after !== null;
  }
  const { done, isFull } = await explainWaiting(db, at);
  await saveProgress(db, {
    at,
    since: hasMore ? before.since : (top ?? before.since),
    top: hasMore ? top : null,
    after: hasMore ? after : null,
    booked: read.newest,
    isDue: hasMore || (isFull && done > 0),
    balance,
  });
  return stored + done;
}

/** Asks Stripe for the balance. @throws Stripe's error */
export async function findBalance({ stripe, clock }: Pick<Deps, "stripe" | "clock">): Promise<Balance> {
  const { available, pending, connect_reserved: reserved = [] } = await stripe.balance.retrieve();
  const inDollars = (sums: { currency: string; amount: number }[]) =>
    sums.find(({ currency }) => currency === "usd")?.amount ?? 0;
  return {
    at: clock.now(),
    available: inDollars(available),
    pending: inDollars(pending),
    reserved: inDollars(reserved),
    hasDollars: available.some(({ currency }) => currency === "usd"),
  };
}

/** The balance as Stripe last reported it; null if it never has. */
export async function lastBalance(db: Db): Promise<Balance | null> {
  return (await readProgress(db)).progress.balance;
}

/** Makes the next sweep read the list: Stripe says that money moved. @param at UTC ms */
export async function moved(db: Db, at: number): Promise<void> {
  await db
    .update(settings)
    .set({ value: sql`json_set(value, '$.movedAt', ${at})` })
    .where(eq(settings.key, key));
}

/**
 * One page of the list, newest first. If Stripe does not know the entry to continue after, starts again with
 * the newest.
 */
async function listFrom(stripe: Stripe, since: number, after: string | null) {
  const params = { limit: 100, created: { gte: Math.max(0, since - overlap) }, expand: ["data.source"] };
  if (after === null) return await stripe.balanceTransactions.list(params);
  try {
    return await stripe.balanceTransactions.list({ ...params, starting_after: after });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "resource_missing")) throw error;
    return await stripe.balanceTransactions.list(params);
  }
}

/** Stores the entries of a page that are not stored yet, in one statement. @returns their number */
async function store(db: Db, page: Stripe.BalanceTransaction[]): Promise<number> {
  const rows = page.filter(({ balance_type: of = "payments" }) => of === "payments").map(rowOf);
  const { meta } = await db.run(sql`
    insert into balance_transactions (id, type, category, currency, amount_cents, fee_cents, net_cents, source, about, call, at, available_at)
    select value ->> '$.id', value ->> '$.type', value ->> '$.category', value ->> '$.currency', value ->> '$.amount', value ->> '$.fee',
      value ->> '$.net', value ->> '$.source', value ->> '$.about', value ->> '$.call', value ->> '$.at', value ->> '$.availableAt'
    from json_each(${JSON.stringify(rows)}) where true on conflict (id) do nothing`);
  return meta.changes;
}

function rowOf(one: Stripe.BalanceTransaction) {
  const { id, type, reporting_category: category, currency, amount, fee, net, source } = one;
  const about = typeof source === "object" && source !== null ? source : {};
  const idOf = (name: string) => {
    const field: unknown = Reflect.get(about, name);
    return typeof field === "string" || isObject(field) ? idIn(field) : null;
  };
  const metadata: unknown = Reflect.get(about, "metadata");
  return {
    ...{ id, type, category, currency, amount, fee, net, source: idIn(source) },
    about: idOf("transfer") ?? idOf("payment_intent"),
    call: isObject(metadata) && "call" in metadata ? String(metadata.call) : null,
    at: one.created * second,
    availableAt: one.available_on * second,
  };
}

function isObject(value: unknown): value is { id: string } {
  return typeof value === "object" && value !== null;
}

/** Explains the entries that have no explanation yet. @param at UTC ms @returns how many are explained now */
async function explainWaiting(db: Db, at: number): Promise<{ done: number; isFull: boolean }> {
  const waiting = await db
    .select()
    .from(balanceTransactions)
    .where(isNull(balanceTransactions.bookedAs))
    .orderBy(sql`at desc`)
    .limit(maxEntries);
  if (waiting.length === 0) return { done: 0, isFull: false };
  const knownOf = await findKnown(db, waiting);
  const used = new Set<string>();
  const explained = waiting.flatMap((entry) => {
    const known = knownOf(entry);
    const found = explain(entry, known, at);
    if (found.kind === "booked" && used.has(found.as)) return [];
    if (found.kind === "booked") used.add(found.as);
    return [{ entry, known, found }];
  });
  await write(db, explained, at);
  const isDone = ({ found }: { found: Explanation }) => found.kind === "booked" || found.kind === "own";
  return { done: explained.filter(isDone).length, isFull: waiting.length === maxEntries };
}

/** Reads what is known about all these entries. */
async function findKnown(db: Db, entries: Entry[]): Promise<(entry: Entry) => Known> {
  const sources = entries.flatMap(({ source }) => source ?? []);
  const abouts = entries.flatMap(({ about }) => about ?? []);
  const calls = entries.flatMap(({ call }) => call ?? []);
  const [paid, made, queued, failed] = await Promise.all([
    db.all<{ intent: string; session: string; id: string; outcome: string }>(sql`
      select payment_intent_id as intent, checkout_session_id as session, id, outcome from payments where ${isOneOf(sql`payment_intent_id`, abouts)}`),
    db.all<{ id: string; stripeId: string | null; state: string; orderId: string | null }>(sql`
      select id, stripe_id as stripeId, state, order_id as orderId from money_calls where ${isOneOf(sql`id`, calls)}
      union select id, stripe_id, state, order_id from money_calls where ${isOneOf(sql`stripe_id`, [...sources, ...abouts])}`),
    db.all<{ id: string; disputeState: string | null }>(sql`
      select id, dispute_state as disputeState from mismatches where ${isOneOf(sql`id`, sources)}`),
    db.all<{ source: string }>(sql`
      select f.source from balance_transactions f where ${isOneOf(sql`f.source`, sources)} and f.category = 'refund_failure'
        and not exists (select 1 from ledger where "transaction" = 'refund:' || f.source)`),
  ]);
  const payments = new Map(paid.map((one) => [one.intent, one]));
  const failures = new Set(failed.map(({ source }) => source));
  const sessionOf = ({ about }: Entry) => payments.get(about ?? "")?.session ?? null;
  const names = entries.flatMap((entry) => bookingsOf(entry, sessionOf(entry)));
  const booked = await db.all<{ name: string; cents: number }>(sql`
    select "transaction" as name, amount_cents as cents from ledger where account = 'cash' and ${isOneOf(sql`"transaction"`, names)}
      and not exists (select 1 from balance_transactions b where b.booked_as = ledger."transaction")`);
  const cash = new Map(booked.map(({ name, cents }) => [name, cents]));
  return (entry) => {
    const payment = payments.get(entry.about ?? "");
    const call = made.find(({ id, stripeId }) => id === entry.call || stripeId === entry.source);
    const reversed = made.find(({ stripeId }) => stripeId !== null && stripeId === entry.about);
    return {
      session: sessionOf(entry),
      waitingPayment: payment?.outcome === "mismatch" ? payment.id : null,
      isLookedInto: payment?.outcome === "resolved",
      cash,
      call: call ? { state: call.state, isNamed: call.stripeId !== null } : null,
      orderId: (call ?? reversed)?.orderId ?? null,
      mismatch: queued.find(({ id }) => id === entry.source) ?? null,
      hasFailed: entry.source !== null && failures.has(entry.source),
    };
  };
}

type Explained = { entry: Entry; known: Known; found: Explanation };

/** Writes the explanations in one batch, whatever their number. Each takes effect once. @param at UTC ms */
async function write(db: Db, explained: Explained[], at: number): Promise<void> {
  const booked: { id: string; as: string }[] = [];
  const own: Parameters<typeof ledger.own>[1] = [];
  const listed: { id: string; mismatch: string; note: string | null; orderId: string | null }[] = [];
  for (const { entry, known, found } of explained) {
    const { id } = entry;
    if (found.kind === "booked") booked.push({ id, as: found.as });
    if (found.kind === "own") {
      const isFeeBooked = known.cash.has(`fee:${entry.source}`);
      const amounts = isFeeBooked ? { netCents: entry.amountCents, feeCents: 0 } : {};
      own.push({ ...entry, ...amounts, account: found.account });
      booked.push({ id, as: ledger.ownName(id) });
    }
    if (found.kind === "mismatch" && entry.mismatchId !== found.id)
      listed.push({ id, mismatch: found.id, note: found.note, orderId: known.orderId });
  }
  if (booked.length === 0 && listed.length === 0) return;
  const names = JSON.stringify(booked);
  const rows = JSON.stringify(listed);
  await db.batch([
    ledger.own(db, own),
    db
      .update(balanceTransactions)
      .set({
        bookedAs: sql`(select value ->> '$.as' from json_each(${names}) where value ->> '$.id' = balance_transactions.id)`,
      })
      .where(sql`booked_as is null and id in (select value ->> '$.id' from json_each(${names}))`),
    db
      .update(mismatches)
      .set({ resolvedAt: at, note: sql`note || '. The books explain it'` })
      .where(sql`resolved_at is null and id in (select value ->> '$.id' from json_each(${names}))`),
    db
      .insert(mismatches)
      .select(sql`
        select value ->> '$.mismatch', value ->> '$.orderId', null, value ->> '$.note', ${at}, null, null
        from json_each(${rows}) where value ->> '$.note' is not null`)
      .onConflictDoNothing(),
    db
      .update(balanceTransactions)
      .set({
        mismatchId: sql`(select value ->> '$.mismatch' from json_each(${rows}) where value ->> '$.id' = balance_transactions.id)`,
      })
      .where(sql`booked_as is null and id in (select value ->> '$.id' from json_each(${rows}))`),
  ]);
}

/** The name of the setting that stores the progress. */
const key = "stripe_balance";

async function readProgress(db: Db): Promise<Read> {
  const [row] = await db.all<{ value: string | null; newest: number }>(sql`
    select (select value from settings where key = ${key}) as value, ifnull((select max(number) from ledger), 0) as newest`);
  return { progress: row?.value ? JSON.parse(row.value) : start, newest: row?.newest ?? 0 };
}

/** `movedAt` stays: money may have moved while the list was read. */
async function saveProgress(db: Db, progress: Omit<Progress, "movedAt">): Promise<void> {
  const value = JSON.stringify(progress);
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`json_set(${value}, '$.movedAt', json_extract(value, '$.movedAt'))` },
    });
}
