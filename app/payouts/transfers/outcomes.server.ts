import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import type { Attempt } from "#app/payments/money-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as moneyMails from "#app/payouts/transfers/money-mails.server.ts";
import { againAt, isOfAccount, refusalCode } from "#app/payouts/transfers/refusals.ts";
import type { ReversalParams, TransferParams } from "#app/payouts/transfers/transfer-calls.server.ts";
import { earnings, payoutAccounts, transfers } from "#drizzle/schema.ts";

// The statements that book Stripe's answer to a transfer or a reversal. `at` is UTC ms.

export type Transfer = typeof transfers.$inferSelect;

const orderOf = ({ orderId, userId }: Transfer) => ({ id: orderId, sellerId: userId });

/** Stripe has made a transfer. */
export function transferred(db: Db, call: Attempt, transfer: Transfer, made: Stripe.Transfer, at: number) {
  const { amount }: TransferParams = JSON.parse(call.params);
  const paymentId = idIn(made.destination_payment ?? null);
  return [
    ledger.transferred(db, orderOf(transfer), made.id, amount, at),
    db.update(transfers).set({ confirmedAt: at, paymentId }).where(eq(transfers.id, transfer.id)),
    ...accounts.received(db, transfer.accountId, at),
    moneyMails.sent(db, transfer, at),
  ];
}

/** Stripe has taken a part of a transfer back. */
export function reversed(
  db: Db,
  call: Attempt,
  transfer: Transfer,
  made: Stripe.TransferReversal,
  at: number,
) {
  const { amount, ifRefused }: ReversalParams = JSON.parse(call.params);
  const kind = ifRefused === "kept" ? "payouts_called_back" : "payouts_taken_back";
  return [
    ledger.reversed(db, orderOf(transfer), made.id, amount, at),
    outbox.mail(db, kind, transfer.userId, ledger.reversedName(made.id), at),
  ];
}

/** Stripe has refused a transfer: the earnings are owed again. If the account is the reason, it is read. */
export function transferRefused(db: Db, call: Attempt, transfer: Transfer, error: unknown, at: number) {
  const code = refusalCode(error);
  const booked = [
    ledger.transferRefused(db, call.id, at),
    db.update(transfers).set({ open: false, refusal: code }).where(eq(transfers.id, transfer.id)),
    db
      .update(earnings)
      .set({ dueAt: againAt(code, at), refusal: code })
      .where(eq(earnings.orderId, transfer.orderId)),
  ];
  if (!isOfAccount(code)) return booked;
  const read = db
    .update(payoutAccounts)
    .set({ checkAt: at })
    .where(and(eq(payoutAccounts.id, transfer.accountId), eq(payoutAccounts.open, true)));
  return [...booked, read];
}

/** Stripe has refused a reversal: the seller keeps the amount (`ifRefused: "kept"`), or owes it. */
export function reversalRefused(db: Db, call: Attempt, transfer: Transfer, at: number) {
  const { amount, ifRefused }: ReversalParams = JSON.parse(call.params);
  const order = orderOf(transfer);
  const notReversed = db
    .update(transfers)
    .set({ reversedCents: sql`${transfers.reversedCents} - ${amount}` })
    .where(eq(transfers.id, transfer.id));
  if (ifRefused === "kept")
    return [
      ledger.reversalRefused(db, order, call.id, amount, "seller_payable", at),
      notReversed,
      db
        .update(earnings)
        .set({ dueAt: sql`iif(${ledger.payable(order.id)} = 0, null, ${at})` })
        .where(eq(earnings.orderId, order.id)),
    ];
  return [
    ledger.reversalRefused(db, order, call.id, amount, "seller_debts", at),
    outbox.mail(db, "payouts_owed", order.sellerId, `refused:reversal:${call.id}`, at),
    notReversed,
  ];
}
