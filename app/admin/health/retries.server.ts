import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { waitingCalls } from "#app/admin/health/stuck-jobs.server.ts";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import * as operatorActions from "#app/admin/orders/operator-actions.server.ts";
import type { Capabilities } from "#app/context.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import { isBeingTried, tryLasts } from "#app/outbox/tries.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import * as transfers from "#app/payouts/transfers/send.server.ts";
import { outbox, visitorMails } from "#drizzle/schema.ts";

type Deps = Parameters<typeof mails.sendIfDue>[0] &
  Pick<Capabilities, "sendMails"> &
  Parameters<typeof webhookEvents.tryProcessing>[0] &
  Parameters<typeof checkoutSessions.check>[0];

/** `failed`: the retry did not succeed. `pending`: Stripe has accepted the call but has not decided yet. */
type RetryResult = WriteResult | "failed" | "pending";

/**
 * Sends an email now, before its next scheduled attempt, unless the product or another operator may be
 * sending it.
 */
export async function retryMail(deps: Deps, id: string, decision: Decision): Promise<RetryResult> {
  const { db, clock } = deps;
  const at = clock.now();
  const isTriedByOther = sql`exists (select 1 from audit_log indexed by audit_log_subject
    where subject_id = ${id} and action = 'try-mail' and at > ${at - tryLasts})`;
  const isFree = sql`id = ${id} and sent_at is null and not ${isBeingTried(at)} and not ${isTriedByOther}`;
  const waiting = sql<string>`(select id from outbox where ${isFree}
    union all select id from visitor_mails where ${isFree})`;
  const result = await runAudited(() =>
    db.batch([
      ...audited(db, "try-mail", waiting, decision, at),
      db.update(outbox).set({ dueAt: at }).where(eq(outbox.id, id)),
      db.update(visitorMails).set({ dueAt: at }).where(eq(visitorMails.id, id)),
    ]),
  );
  if (result !== "done") return result;
  // The email is in one of the two queues.
  await mails.sendIfDue(deps, id);
  await mails.sendToVisitorIfDue(deps, id);
  // An email that was dropped, for example because its address takes no email, has an error.
  const [row] = await db.all<{ isSent: 0 | 1 }>(
    sql`select sent_at is not null and error is null as isSent from outbox where id = ${id}
      union all select sent_at is not null and error is null from visitor_mails where id = ${id}`,
  );
  return row?.isSent ? "done" : "failed";
}

/** Processes a stored webhook now. */
export async function retryWebhook(deps: Deps, id: string, decision: Decision): Promise<RetryResult> {
  const { db, clock } = deps;
  const waiting = sql<string>`(select id from webhook_events where id = ${id} and processed_at is null)`;
  const result = await runAudited(() =>
    db.batch(audited(db, "work-webhook", waiting, decision, clock.now())),
  );
  if (result !== "done") return result;
  return (await webhookEvents.tryProcessing(deps, id, onAccountEvent)) ? "done" : "failed";
}

/**
 * Makes a waiting money call now. Its idempotency key stays the same, so the money moves once. An order's
 * refund that failed after Stripe had accepted it is retried on the order's page, not here. A registration's
 * refund is sent again as a new call.
 * @throws Refusal if the operator is a party
 */
export async function retryMoneyCall(deps: Deps, id: string, decision: Decision): Promise<RetryResult> {
  const { db, clock } = deps;
  const at = clock.now();
  const call = await moneyCalls.find(db, { id });
  if (!call) return "changed";
  const payable = await payables.find(db, call);
  if (payable && [payable.buyerId, payable.sellerId].includes(decision.operator.id))
    refuse("refused", partyRefusal);
  if (call.registrationId && call.state === "failed" && call.stripeId)
    return await sendAgain(deps, call, decision);
  const waiting = sql<string>`(select ifnull(order_id, (select user_id from sellers where sellers.id = registration_id))
    from (${waitingCalls(sql`id, order_id, registration_id, state, stripe_id`, at)})
    where id = ${id} and (state <> 'failed' or stripe_id is null))`;
  const result = await runAudited(() => db.batch(audited(db, "try-money-call", waiting, decision, at)));
  if (result !== "done") return result;
  await tryCall(deps, call);
  deps.sendMails();
  return await resultOf(deps, id);
}

async function tryCall(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  if (call.kind === "refund") await refunds.send(deps, call);
  else if (call.kind === "checkout_session") await checkoutSessions.check(deps, call);
  else await transfers.send(deps, call);
}

/** Sends the failed refund of a registration again. */
async function sendAgain(deps: Deps, failed: moneyCalls.MoneyCall, decision: Decision): Promise<RetryResult> {
  const result = await operatorActions.resendRefund(deps, failed, decision);
  if (result !== "done") return result;
  const [again] = await refundCalls.findReplacing(deps.db, failed.id);
  if (!again) return "failed";
  await refunds.send(deps, again);
  return await resultOf(deps, again.id);
}

async function resultOf({ db }: Deps, id: string): Promise<RetryResult> {
  const now = await moneyCalls.find(db, { id });
  if (now?.kind === "refund" && now.state === "sent" && now.stripeId) return "pending";
  return now?.state === "confirmed" || (now?.kind === "checkout_session" && !now.open) ? "done" : "failed";
}

/**
 * Records that an address takes email again (docs/specification.md#bad-addresses).
 * @returns `changed` if it is not on the list
 */
export async function clearAddress(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  address: string,
  decision: Decision,
): Promise<WriteResult> {
  const subject = badAddresses.clearable(address, await badAddresses.subjectOf(address));
  return await runAudited(() =>
    db.batch([
      ...audited(db, "clear-address", subject, decision, clock.now()),
      badAddresses.cleared(db, address),
    ]),
  );
}

/**
 * Runs the scheduled work now (docs/specification.md#repair-now).
 * @returns `changed`: a run has not ended, so nothing was begun; `pending`: this one takes longer than 30 s
 */
export async function runSweep(
  { db, clock, repair }: Pick<Capabilities, "db" | "clock" | "repair">,
  decision: Decision,
): Promise<WriteResult | "pending"> {
  const begun = await runAudited(() =>
    db.batch([...audited(db, "repair", sweepRecord.free(), decision, clock.now()), sweepRecord.begun(db)]),
  );
  if (begun !== "done") return begun;
  return (await repair()) ? "done" : "pending";
}
