import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { errorText, verdictOf } from "#app/payments/stripe.server.ts";
import * as outcomes from "#app/payouts/transfers/outcomes.server.ts";
import { isDefinite } from "#app/payouts/transfers/refusals.ts";
import * as calls from "#app/payouts/transfers/transfer-calls.server.ts";
import { transfers } from "#drizzle/schema.ts";

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

/** Sends a transfer or a reversal that waits. If several workers try, only one sends it. */
export async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  if (await moneyCalls.claim(deps.db, call, deps.clock.now()))
    await attempt(deps, call, call.state !== "due");
}

/** Sends a transfer or a reversal that the caller has just written as claimed. */
export async function sendNew(deps: Deps, call: moneyCalls.NewCall): Promise<void> {
  await attempt(deps, { ...call, attempt: 1 }, false);
}

/**
 * Sends a call to Stripe. A definite refusal undoes its booking. After any other error it stays under way,
 * and the sweep retries it.
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

type Sent = { transfer: outcomes.Transfer; stripeId: string | null };

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
 * What an earlier attempt has made. Stripe forgets an idempotency key after a day, so only its lists can
 * tell.
 * @throws Error if Stripe does not say: a refused list request says nothing about the transfer, and is not
 *   final
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
): Promise<void> {
  const confirmed = moneyCalls.updated(
    db,
    call.id,
    { state: "confirmed", stripeId: made.id, error: null },
    at,
  );
  const booked =
    made.object === "transfer"
      ? outcomes.transferred(db, call, transfer, made, at)
      : outcomes.reversed(db, call, transfer, made, at);
  try {
    await db.batch([confirmed, ...booked]);
  } catch (error) {
    if (!brokeUnique(error, "ledger.transaction")) throw error;
    await confirmed;
  }
}

/** Undoes the booking of what Stripe has refused. @param at UTC ms */
async function refuse(
  db: Db,
  call: moneyCalls.Attempt,
  { transfer }: Sent,
  error: unknown,
  at: number,
): Promise<void> {
  const isUnconfirmed = sql`(select state from money_calls where id = ${call.id}) <> 'confirmed'`;
  const booked =
    call.kind === "transfer"
      ? outcomes.transferRefused(db, call, transfer, error, at)
      : outcomes.reversalRefused(db, call, transfer, at);
  try {
    await db.batch([
      guards.that(db, "call-unconfirmed", isUnconfirmed),
      calls.refusedForGood(db, call.id, errorText(error), at),
      ...booked,
    ]);
  } catch (broken) {
    // Another run has booked it, one way or the other.
    if (!brokeUnique(broken, "ledger.transaction") && guards.broken(broken) !== "call-unconfirmed")
      throw broken;
  }
}
