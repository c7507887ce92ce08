import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import { type AccountRow, firstPause } from "#app/payouts/accounts/accounts.server.ts";
import { type BankPayout, isLater, nextReading } from "#app/payouts/bank/bank-payout.ts";
import * as payouts from "#app/payouts/bank/bank-payouts.server.ts";
import { type BankPayoutState, bankPayouts } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** The account that a payout belongs to. `stripeId` is set. */
type Owner = Pick<AccountRow, "id" | "userId" | "stripeId">;

/**
 * Reads a payout from Stripe and stores it, with the mails that it needs
 * (docs/specification.md#bank-payouts). If readings overlap, only one of them stores a change.
 * @returns its state
 * @throws Stripe's error
 */
export async function read(deps: Deps, owner: Owner, id: string): Promise<BankPayoutState> {
  let payout: Stripe.Payout;
  for (let tries = 0; ; tries++) {
    payout = await deps.stripe.payouts.retrieve(id, {}, { stripeAccount: accountOf(owner) });
    // After a few lost races another reading has stored what this one has read.
    if ((await store(deps, owner, payout)) || tries === 3) return stateOf(payout);
  }
}

/** How many payouts are listed when an account is read, and how many of them one reading stores. */
const [listed, storedAtOnce] = [20, 3];

/**
 * Lists the newest payouts of an account, and stores those that are new or have changed, the oldest first, so
 * that nothing depends on events.
 * @returns in how many ms the account must be read again, because there are more payouts or its balance at
 *   Stripe holds money; null if it need not be
 * @throws Stripe's error
 */
export async function readNewest(deps: Deps, owner: Owner): Promise<number | null> {
  const { db, stripe } = deps;
  const options = { stripeAccount: accountOf(owner) };
  const [{ data }, { available, pending }] = await Promise.all([
    stripe.payouts.list({ limit: listed }, options),
    stripe.balance.retrieve({}, options),
  ]);
  const known = await payouts.findStates(
    db,
    data.map(({ id }) => id),
  );
  const changed = data.toReversed().filter((payout) => {
    const state = known.get(payout.id);
    return state === undefined || isLater(state, stateOf(payout));
  });
  for (const payout of changed.slice(0, storedAtOnce)) await store(deps, owner, payout);
  if (changed.length > storedAtOnce) return firstPause;
  return [...available, ...pending].some(({ amount }) => amount > 0) ? day : null;
}

/**
 * Stores a payout as Stripe has just described it.
 * @returns false if another reading came first, so that Stripe has to be asked again
 * @throws Stripe's error
 */
async function store(deps: Deps, owner: Owner, payout: Stripe.Payout): Promise<boolean> {
  const { db, clock } = deps;
  const before = await payouts.find(db, payout.id);
  const at = Math.max(clock.now(), (before?.readAt ?? 0) + 1);
  const after = await rowOf(deps, owner, payout, before, at);
  if (before && isSame(before, after.row)) {
    await payouts.planReading(db, before, after.row.checkAt);
    return true;
  }
  try {
    await db.batch(statementsOf(deps, before, after, at));
    return true;
  } catch (error) {
    if (!brokeUnique(error, "bank_payouts.id") && guards.broken(error) !== "payout-unchanged") throw error;
    return false;
  }
}

type Reading = { row: BankPayout; entries: Stripe.BalanceTransaction[] | null };

async function rowOf(
  deps: Deps,
  owner: Owner,
  payout: Stripe.Payout,
  before: BankPayout | null,
  at: number,
): Promise<Reading> {
  const said = stateOf(payout);
  const state = before && !isLater(before.state, said) ? before.state : said;
  const isNowKnown = payout.reconciliation_status === "completed" && before?.reconciledAt == null;
  const entries = isNowKnown ? await entriesOf(deps, owner, payout.id) : null;
  if (entries) await findPayments(deps, owner, payout, sourcesOf(entries, "payment"));
  const reconciledAt = before?.reconciledAt ?? (entries ? at : null);
  const arrivesAt = payout.arrival_date * 1000;
  // Stripe never says what a manual payout contains.
  const isComplete = reconciledAt !== null || payout.reconciliation_status === "not_applicable";
  return {
    entries,
    row: {
      id: payout.id,
      accountId: owner.id,
      userId: owner.userId,
      amount: payout.amount,
      currency: payout.currency,
      cents: before && !entries ? before.cents : await centsOf(deps, owner, payout, entries),
      state,
      failureCode: state === "failed" ? (before?.failureCode ?? payout.failure_code) : null,
      arrivesAt,
      createdAt: payout.created * 1000,
      failedAt: state === "failed" ? (before?.failedAt ?? at) : null,
      reconciledAt,
      readAt: at,
      checkAt: nextReading({ state, arrivesAt }, isComplete, at),
    },
  };
}

function isSame(before: BankPayout, after: BankPayout): boolean {
  return (
    before.state === after.state &&
    before.arrivesAt === after.arrivesAt &&
    before.reconciledAt === after.reconciledAt
  );
}

function statementsOf({ db }: Deps, before: BankPayout | null, { row, entries }: Reading, at: number) {
  const { id, userId, state } = row;
  const isNewFailure = state === "failed" && before?.state !== "failed";
  const mail = (kind: "payouts_on_way" | "payouts_failed") =>
    outbox.mailOnce(db, `${id}:${kind}`, kind, userId, id, at);
  const { id: _, ...changes } = row;
  return [
    guards.that(
      db,
      "payout-unchanged",
      sql`(select read_at from bank_payouts where id = ${id}) is ${before?.readAt ?? null}`,
    ),
    before
      ? db.update(bankPayouts).set(changes).where(sql`${bankPayouts.id} = ${id}`)
      : db.insert(bankPayouts).values(row),
    payouts.sumRenewed(db, row.accountId),
    ...(entries
      ? [payouts.transfersNoted(db, row, sourcesOf(entries, "payment"), sourcesOf(entries, "payout_failure"))]
      : []),
    ...(before || state === "failed" || state === "canceled" ? [] : [payouts.failureMended(db, row)]),
    ...(isNewFailure ? [payouts.failureNoted(db, row, at), mail("payouts_failed")] : []),
    ...(before || state === "failed" || state === "canceled" ? [] : [mail("payouts_on_way")]),
  ] as const;
}

/** The maximum number of entries of one payout that are read. */
const maxEntries = 2000;

/** What is in a payout: what its balance at Stripe received, and took back, since the one before. */
async function entriesOf({ stripe }: Deps, owner: Owner, payout: string) {
  const list = stripe.balanceTransactions.list({ payout, limit: 100 }, { stripeAccount: accountOf(owner) });
  const all = await list.autoPagingToArray({ limit: maxEntries });
  return all.filter(({ type }) => type !== "payout");
}

/**
 * Asks Stripe which transfers arrived as these payments, unless we know them all.
 * @param payments `py_…` @throws Stripe's error
 */
async function findPayments(
  { db, stripe }: Deps,
  owner: Owner,
  { created }: Stripe.Payout,
  payments: string[],
): Promise<void> {
  if ((await payouts.findWorths(db, payments)).size === payments.length) return;
  const list = stripe.transfers.list({
    destination: accountOf(owner),
    created: { lte: created },
    limit: 100,
  });
  const made = await list.autoPagingToArray({ limit: maxEntries });
  await payouts.paymentsNoted(
    db,
    made.flatMap(({ id, destination_payment }) => {
      const payment = idIn(destination_payment ?? null);
      return payment ? [{ transfer: id, payment }] : [];
    }),
  );
}

function sourcesOf(entries: Stripe.BalanceTransaction[], type: string): string[] {
  return entries.flatMap((entry) => (entry.type === type ? (idIn(entry.source) ?? []) : []));
}

/**
 * What a payout is worth in US cents. In a payout in another currency, each transfer counts with the amount
 * that was sent. Everything else in it, or the whole payout if its entries are unknown, is converted at
 * Stripe's exchange rate.
 * @returns null: there is no rate
 */
async function centsOf(
  deps: Deps,
  owner: Owner,
  { amount, currency }: Stripe.Payout,
  entries: Stripe.BalanceTransaction[] | null,
): Promise<number | null> {
  if (currency === "usd") return amount;
  const last = await deps.stripe.balanceTransactions.list(
    { type: "payment", limit: 1 },
    { stripeAccount: accountOf(owner) },
  );
  const rate = last.data[0]?.exchange_rate ?? null;
  if (!entries) return rate === null ? null : Math.round(amount / rate);
  const known = await payouts.findWorths(
    deps.db,
    entries.flatMap(({ source }) => idIn(source) ?? []),
  );
  return entries.reduce<number | null>((sum, entry) => {
    const own = known.get(idIn(entry.source) ?? "");
    const at = entry.exchange_rate ?? rate;
    if (sum === null || (own === undefined && at === null)) return null;
    return sum + (own ?? Math.round(entry.net / (at ?? 1)));
  }, 0);
}

const states: string[] = ["pending", "in_transit", "paid", "failed", "canceled"] satisfies BankPayoutState[];

/** A state that we do not know counts as on its way. */
function stateOf({ status }: Stripe.Payout): BankPayoutState {
  return (states.includes(status) ? status : "in_transit") as BankPayoutState;
}

function accountOf({ stripeId }: Owner): string {
  if (stripeId === null) throw new Error("The account has no id at Stripe");
  return stripeId;
}
