import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { errorText, idIn, verdictOf } from "#app/payments/stripe.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as moneyMails from "#app/payouts/transfers/money-mails.server.ts";
import { againAt, isDefinite, isOfAccount, refusalCode } from "#app/payouts/transfers/refusals.ts";
import * as calls from "#app/payouts/transfers/transfer-calls.server.ts";
import { earnings, payoutAccounts, transfers } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** The transfers and reversals that Stripe has not answered. */
export const unsettledTransfers: Work<Deps> = {
  find: ({ db, clock }, limit) => calls.findUnsettled(db, clock.now(), limit),
  async run(deps, id) {
    const call = await calls.findIfUnsettled(deps.db, id, deps.clock.now());
    if (call) await send(deps, call);
    return call !== null;
  },
};

/**
 * Sends a transfer or a reversal, or finds it at Stripe if an earlier attempt may have made it. A definite
 * refusal is booked back. Anything else stays under way, and the sweep tries again.
 */
export async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  const { db, clock, log } = deps;
  if (!(await moneyCalls.claim(db, call, clock.now()))) return;
  const sent = await sentOf(db, call);
  try {
    const made = call.kind === "transfer" ? await transfer(deps, call) : await reverse(deps, call, sent);
    await confirm(db, call, sent, made, clock.now());
  } catch (error) {
    const isFinal = isDefinite(error);
    log("warn", "transfer not made", { call: call.id, kind: call.kind, error: errorStack(error), isFinal });
    if (isFinal) await refuse(db, call, sent, error, clock.now());
    else await moneyCalls.recordFailure(db, call, errorText(error), verdictOf(error), clock.now());
  }
}

type Sent = { transfer: typeof transfers.$inferSelect; stripeId: string | null };

/** The row of a call's transfer, and its id at Stripe. @throws Error if there is none */
async function sentOf(db: Db, call: moneyCalls.MoneyCall): Promise<Sent> {
  const { transfer = call.id }: Partial<calls.ReversalParams> = JSON.parse(call.params);
  const [[row], made] = await Promise.all([
    db.select().from(transfers).where(eq(transfers.id, transfer)),
    transfer === call.id ? call : moneyCalls.find(db, { id: transfer }),
  ]);
  if (!row) throw new Error(`Call ${call.id} belongs to no transfer`);
  return { transfer: row, stripeId: made?.stripeId ?? null };
}

/**
 * Creates a transfer, unless an earlier attempt has. Stripe forgets a key after a day.
 * @throws Stripe's error
 */
async function transfer({ stripe }: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Transfer> {
  const params: calls.TransferParams = JSON.parse(call.params);
  if (call.state !== "due") {
    const { data } = await lookedUp(
      stripe.transfers.list({ transfer_group: params.transfer_group, limit: 100 }),
    );
    const earlier = data.find(({ metadata }) => metadata.call === call.id);
    if (earlier) return earlier;
  }
  return await stripe.transfers.create(params, { idempotencyKey: moneyCalls.idempotencyKey(call) });
}

/** A refusal of the lookup says nothing of the transfer, so it is never final. */
async function lookedUp<T>(list: Promise<T>): Promise<T> {
  try {
    return await list;
  } catch (cause) {
    throw new Error("Stripe did not say whether it was made", { cause });
  }
}

async function reverse(
  { stripe }: Deps,
  call: moneyCalls.MoneyCall,
  { stripeId }: Sent,
): Promise<Stripe.TransferReversal> {
  if (!stripeId) throw new Error(`The transfer of reversal ${call.id} has no id at Stripe`);
  const { amount, metadata }: calls.ReversalParams = JSON.parse(call.params);
  if (call.state !== "due") {
    const { data } = await lookedUp(stripe.transfers.listReversals(stripeId, { limit: 100 }));
    const earlier = data.find((reversal) => reversal.metadata?.call === call.id);
    if (earlier) return earlier;
  }
  const key = { idempotencyKey: moneyCalls.idempotencyKey(call) };
  return await stripe.transfers.createReversal(stripeId, { amount, metadata }, key);
}

/** Books what Stripe has done. @param at UTC ms */
async function confirm(
  db: Db,
  call: moneyCalls.MoneyCall,
  { transfer }: Sent,
  made: Stripe.Transfer | Stripe.TransferReversal,
  at: number,
) {
  const stripeId = made.id;
  const order = { id: transfer.orderId, sellerId: transfer.userId };
  const { amount, ifRefused }: { amount: number; ifRefused?: calls.IfRefused } = JSON.parse(call.params);
  const confirmed = moneyCalls.updated(db, call.id, { state: "confirmed", stripeId, error: null }, at);
  try {
    await db.batch(
      made.object === "transfer"
        ? [
            confirmed,
            ledger.transferred(db, order, stripeId, amount, at),
            db
              .update(transfers)
              .set({ confirmedAt: at, paymentId: idIn(made.destination_payment ?? null) })
              .where(eq(transfers.id, call.id)),
            accounts.received(db, transfer.accountId, at),
            moneyMails.sent(db, transfer, at),
          ]
        : [
            confirmed,
            ledger.reversed(db, order, stripeId, amount, at),
            outbox.mail(
              db,
              ifRefused === "kept" ? "payouts_called_back" : "payouts_taken_back",
              order.sellerId,
              ledger.reversedName(stripeId),
              at,
            ),
          ],
    );
  } catch (error) {
    if (!brokeUnique(error, "ledger.transaction")) throw error;
    await confirmed;
  }
}

/** Books back what Stripe has refused. @param at UTC ms */
async function refuse(db: Db, call: moneyCalls.MoneyCall, { transfer }: Sent, error: unknown, at: number) {
  const order = { id: transfer.orderId, sellerId: transfer.userId };
  const code = refusalCode(error);
  const failed = calls.refusedForGood(db, call.id, errorText(error), at);
  const { amount, ifRefused }: Pick<calls.ReversalParams, "amount"> & { ifRefused?: calls.IfRefused } =
    JSON.parse(call.params);
  const unconfirmed = guards.that(
    db,
    "call-unconfirmed",
    sql`(select state from money_calls where id = ${call.id}) <> 'confirmed'`,
  );
  try {
    await db.batch(
      call.kind === "transfer"
        ? [
            unconfirmed,
            failed,
            ledger.transferRefused(db, call.id, at),
            db.update(transfers).set({ open: false, refusal: code }).where(eq(transfers.id, call.id)),
            db
              .update(earnings)
              .set({ dueAt: againAt(code, at), refusal: code })
              .where(eq(earnings.orderId, order.id)),
            ...(isOfAccount(code)
              ? [
                  db
                    .update(payoutAccounts)
                    .set({ checkAt: at })
                    .where(and(eq(payoutAccounts.id, transfer.accountId), eq(payoutAccounts.open, true))),
                ]
              : []),
          ]
        : [
            unconfirmed,
            failed,
            ledger.reversalRefused(
              db,
              order,
              call.id,
              amount,
              ifRefused === "kept" ? "seller_payable" : "seller_debts",
              at,
            ),
            ...(ifRefused === "kept"
              ? []
              : [outbox.mail(db, "payouts_owed", order.sellerId, `refused:reversal:${call.id}`, at)]),
            db
              .update(transfers)
              .set({ reversedCents: sql`${transfers.reversedCents} - ${amount}` })
              .where(eq(transfers.id, transfer.id)),
            ...(ifRefused === "kept"
              ? [
                  db
                    .update(earnings)
                    .set({ dueAt: sql`iif(${ledger.payable(order.id)} = 0, null, ${at})` })
                    .where(eq(earnings.orderId, order.id)),
                ]
              : []),
          ],
    );
  } catch (broken) {
    // Another run has booked it, one way or the other.
    if (!brokeUnique(broken, "ledger.transaction") && guards.broken(broken) !== "call-unconfirmed")
      throw broken;
  }
}
