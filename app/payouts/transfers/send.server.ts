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

/** Sends a transfer or a reversal that waits. Of several workers, one sends it. */
export async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  if (await moneyCalls.claim(deps.db, call, deps.clock.now()))
    await attempt(deps, call, call.state !== "due");
}

/** Sends a transfer or a reversal that the caller has just written as claimed. */
export async function sendNew(deps: Deps, call: moneyCalls.NewCall): Promise<void> {
  await attempt(deps, { ...call, attempt: 1 }, false);
}

/**
 * Asks Stripe. A definite refusal is booked back. Anything else stays under way, and the sweep tries again.
 * @param isRepeated an earlier attempt may have made it, so it is looked for first
 */
async function attempt(deps: Deps, call: moneyCalls.Attempt, isRepeated: boolean): Promise<void> {
  const { db, clock, log } = deps;
  const sent = await sentOf(db, call);
  try {
    const earlier = isRepeated ? await findAtStripe(deps, call, sent) : undefined;
    const made =
      earlier ?? (call.kind === "transfer" ? await transfer(deps, call) : await reverse(deps, call, sent));
    await confirm(db, call, sent, made, clock.now());
  } catch (error) {
    const isFinal = isDefinite(error);
    log("warn", "transfer not made", { call: call.id, kind: call.kind, error: errorStack(error), isFinal });
    if (isFinal) await refuse(db, call, sent, error, clock.now());
    else await moneyCalls.recordFailure(db, call, errorText(error), verdictOf(error), clock.now());
  }
}

type Sent = { transfer: typeof transfers.$inferSelect; stripeId: string | null };

/** The row of a call's transfer; for a reversal, also its id at Stripe. @throws Error if there is none */
async function sentOf(db: Db, call: moneyCalls.Attempt): Promise<Sent> {
  const { transfer = call.id }: Partial<calls.ReversalParams> = JSON.parse(call.params);
  const [[row], made] = await Promise.all([
    db.select().from(transfers).where(eq(transfers.id, transfer)),
    transfer === call.id ? null : moneyCalls.find(db, { id: transfer }),
  ]);
  if (!row) throw new Error(`Call ${call.id} belongs to no transfer`);
  return { transfer: row, stripeId: made?.stripeId ?? null };
}

/**
 * What an earlier attempt has made. Stripe forgets a key after a day, so only its lists can tell.
 * @throws Error if Stripe does not say: a refusal of the list says nothing of the transfer, and is not final
 */
async function findAtStripe(
  { stripe }: Deps,
  call: moneyCalls.Attempt,
  { transfer, stripeId }: Sent,
): Promise<Stripe.Transfer | Stripe.TransferReversal | undefined> {
  const limit = 100;
  try {
    const { data } =
      call.kind === "transfer"
        ? await stripe.transfers.list({ transfer_group: transfer.orderId, limit })
        : await stripe.transfers.listReversals(required(call, stripeId), { limit });
    return data.find(({ metadata }) => metadata?.call === call.id);
  } catch (cause) {
    throw new Error("Stripe did not say whether it was made", { cause });
  }
}

/** @throws Stripe's error */
async function transfer({ stripe }: Deps, call: moneyCalls.Attempt): Promise<Stripe.Transfer> {
  const params: calls.TransferParams = JSON.parse(call.params);
  return await stripe.transfers.create(params, { idempotencyKey: moneyCalls.idempotencyKey(call) });
}

/** @throws Stripe's error */
async function reverse(
  { stripe }: Deps,
  call: moneyCalls.Attempt,
  { stripeId }: Sent,
): Promise<Stripe.TransferReversal> {
  const { amount, metadata }: calls.ReversalParams = JSON.parse(call.params);
  const key = { idempotencyKey: moneyCalls.idempotencyKey(call) };
  return await stripe.transfers.createReversal(required(call, stripeId), { amount, metadata }, key);
}

/** @throws Error if Stripe has not answered the transfer that the call takes back */
function required(call: moneyCalls.Attempt, stripeId: string | null): string {
  if (!stripeId) throw new Error(`The transfer of reversal ${call.id} has no id at Stripe`);
  return stripeId;
}

/** Books what Stripe has done. @param at UTC ms */
async function confirm(
  db: Db,
  call: moneyCalls.Attempt,
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
async function refuse(db: Db, call: moneyCalls.Attempt, { transfer }: Sent, error: unknown, at: number) {
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
