import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { HandPayment } from "#app/admin/payouts/payout-decision.ts";
import { type Cleared, versionOf } from "#app/admin/payouts/seller-payouts.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import type { AccountRow } from "#app/payouts/accounts/accounts.server.ts";
import { placeHold, releaseHold, renewHold } from "#app/payouts/holds/hold-decisions.server.ts";
import type { Hold } from "#app/payouts/holds/holds.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { sumOf, untilChange } from "#app/payouts/transfers/settle.ts";
import * as calls from "#app/payouts/transfers/transfer-calls.server.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { hasCleared } from "#app/payouts/waiting.server.ts";
import { earnings, transfers } from "#drizzle/schema.ts";

// What operators decide about a person's payouts (docs/specification.md#operator-payouts). Each decision is
// one batch with its audit row, under the person's id. Times are UTC ms, amounts cents.

type Deps = Pick<Capabilities, "db" | "clock">;

/** Puts all payouts of a person on hold. @param days at most 90 */
export async function hold({ db, clock }: Deps, userId: string, days: number, decision: Decision) {
  const { operator, reason } = decision;
  const at = clock.now();
  return await write(db, [
    ...audited(db, "hold-payouts", userId, decision, at),
    ...placeHold(db, { userId, reason, placedBy: operator.id, days }, at),
  ]);
}

/** Renews a hold. @param hold as it was read @param days from now on, at most 90 */
export async function renew({ db, clock }: Deps, hold: Hold, days: number, decision: Decision) {
  const { operator, reason } = decision;
  const at = clock.now();
  return await write(db, [
    ...audited(db, "renew-hold", hold.userId, decision, at),
    ...renewHold(db, hold, { days, reason, renewedBy: operator.id }, at),
  ]);
}

/** Ends a hold. @param hold as it was read */
export async function release({ db, clock }: Deps, hold: Hold, decision: Decision) {
  const at = clock.now();
  return await write(db, [
    ...audited(db, "release-payouts", hold.userId, decision, at),
    ...releaseHold(db, hold, at),
  ]);
}

/** Makes earnings due that were refused or wait for a change. @returns `changed` if there are none */
export async function tryAgain({ db, clock }: Deps, userId: string, decision: Decision) {
  const at = clock.now();
  const [waiting] = await db
    .select({ id: earnings.orderId })
    .from(earnings)
    .where(
      and(
        eq(earnings.sellerId, userId),
        isNotNull(earnings.dueAt),
        or(eq(earnings.dueAt, untilChange), isNotNull(earnings.refusal)),
      ),
    )
    .limit(1);
  if (!waiting) return "changed";
  return await write(db, [
    ...audited(db, "try-payouts-again", userId, decision, at),
    earningsDueAgain(db, userId, at),
  ]);
}

/** Records that an operator has an account read from Stripe again. */
export async function readingNoted({ db, clock }: Deps, userId: string, decision: Decision) {
  return await write(db, [...audited(db, "read-payout-account", userId, decision, clock.now())]);
}

/**
 * Records that the owner has paid earnings from their own bank account. The earnings pay the seller's debts
 * first.
 * @param paid how much of which order; the earnings of these orders have cleared
 * @param debts the debts that they pay; their total is that of `offCents` in `paid`
 * @param seen the version and the open account that the decision is about
 */
export async function payByHand(
  { db, clock }: Deps,
  userId: string,
  paid: HandPayment[],
  debts: Cleared[],
  reference: string,
  seen: { version: number; account: AccountRow | null },
  decision: Decision,
) {
  const at = clock.now();
  const id = crypto.randomUUID();
  const reason = `Bank reference ${reference}. ${decision.reason}`;
  const ids = paid.map(({ orderId }) => orderId);
  return await write(db, [
    ...audited(db, "pay-by-hand", userId, { ...decision, reason }, at, { cents: sumOf(paid) }),
    moneyUnchanged(db, userId, seen.version),
    guards.that(db, "payouts-unheld", holds.hasNone(userId)),
    guards.that(
      db,
      "account-unchanged",
      sql`(select updated_at from payout_accounts where user_id = ${userId} and open = 1) is ${seen.account?.updatedAt ?? null}`,
    ),
    guards.that(
      db,
      "earnings-cleared",
      sql`not exists (select 1 from earnings e join orders o on o.id = e.order_id where e.order_id in ${ids} and not ${hasCleared("e", "o", at)})`,
    ),
    ...paid.flatMap(({ orderId, cents, offCents }) => [
      ledger.paidByHand(db, { id: orderId, sellerId: userId }, id, cents, offCents, at),
      db
        .update(earnings)
        .set({ dueAt: sql`iif(${ledger.payable(orderId)} = 0, null, ${earnings.dueAt})`, refusal: null })
        .where(eq(earnings.orderId, orderId)),
    ]),
    ...debts.map((debt) => ledger.debtPaid(db, { id: debt.orderId, sellerId: userId }, id, debt.cents, at)),
    ...(debts.length > 0 ? [outbox.mail(db, "debts_paid", userId, id, at)] : []),
  ]);
}

/** The platform gives up what a seller owes for an order. @param debt as it was read */
export async function writeOff(
  { db, clock }: Deps,
  userId: string,
  debt: Cleared,
  version: number,
  decision: Decision,
) {
  const at = clock.now();
  return await write(db, [
    ...audited(db, "write-off-debt", userId, decision, at, { cents: debt.cents }),
    moneyUnchanged(db, userId, version),
    ledger.writtenOff(db, { id: debt.orderId, sellerId: userId }, crypto.randomUUID(), debt.cents, at),
  ]);
}

/**
 * Takes an amount back from a transfer. The amount is owed to the seller again and waits for the hold to end.
 * @param id a new unique id of the money call
 */
export async function reverse(
  { db, clock }: Deps,
  transfer: typeof transfers.$inferSelect,
  { id, cents, version }: { id: string; cents: number; version: number },
  decision: Decision,
) {
  const at = clock.now();
  const { orderId, userId } = transfer;
  return await write(db, [
    ...audited(db, "reverse-transfer", userId, decision, at, { cents }),
    moneyUnchanged(db, userId, version),
    guards.that(db, "payouts-held", sql`not ${holds.hasNone(userId)}`),
    db
      .update(transfers)
      .set({ reversedCents: sql`${transfers.reversedCents} + ${cents}` })
      .where(eq(transfers.id, transfer.id)),
    ledger.reversal(db, { id: orderId, sellerId: userId }, id, cents, at),
    moneyCalls.due(db, calls.reversalCall(id, orderId, transfer.id, cents, "kept"), { id: orderId }, at),
    db
      .update(earnings)
      .set({
        dueAt: sql`iif(${ledger.payable(orderId)} > 0, ${untilChange}, iif(${ledger.payable(orderId)} = 0, null, ${at}))`,
      })
      .where(eq(earnings.orderId, orderId)),
  ]);
}

/** A guard: what the seller is owed, was sent, and owes has not changed. */
function moneyUnchanged(db: Db, userId: string, version: number) {
  return guards.that(db, "payouts-unchanged", sql`${versionOf(userId)} = ${version}`);
}

const rules: (string | null)[] = [
  ...["payouts-unchanged", "payouts-unheld", "payouts-held", "account-unchanged", "earnings-cleared"],
];

/** Runs a decision's batch. @returns `changed` if another write came first */
async function write(db: Db, statements: Parameters<Db["batch"]>[0]): Promise<WriteResult> {
  return await runAudited(
    () => db.batch(statements),
    (error) => rules.includes(guards.broken(error)),
  );
}
