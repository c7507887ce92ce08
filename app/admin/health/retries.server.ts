import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { waitingCalls } from "#app/admin/health/health.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { outbox } from "#drizzle/schema.ts";

type Deps = Parameters<typeof notifications.sendWaiting>[0] &
  Parameters<typeof webhookEvents.work>[0] &
  Parameters<typeof checkout.settleOne>[0];

/** `failed`: it was tried, and did not succeed. `pending`: Stripe has it and has not decided. */
type RetryResult = WriteResult | "failed" | "pending";

/** Tries a mail now that waits for its next time. */
export async function retryMail(deps: Deps, id: string, by: Decision): Promise<RetryResult> {
  const { db, clock } = deps;
  const at = clock.now();
  const waiting = sql<string>`(select id from outbox where id = ${id} and sent_at is null)`;
  const done = await runAudited(() =>
    db.batch([
      audited(db, "try-mail", waiting, by, at),
      db.update(outbox).set({ dueAt: at }).where(eq(outbox.id, id)),
    ]),
  );
  if (done !== "done") return done;
  await notifications.sendWaiting(deps);
  const [row] = await db.select({ sentAt: outbox.sentAt }).from(outbox).where(eq(outbox.id, id));
  return row?.sentAt ? "done" : "failed";
}

/** Works on a stored event now. */
export async function retryWebhook(deps: Deps, id: string, by: Decision): Promise<RetryResult> {
  const { db, clock, log } = deps;
  const waiting = sql<string>`(select id from webhook_events where id = ${id} and processed_at is null)`;
  const done = await runAudited(async () => await audited(db, "work-webhook", waiting, by, clock.now()));
  if (done !== "done") return done;
  try {
    await webhookEvents.work(deps, id);
    return "done";
  } catch (error) {
    log("warn", "webhook still not done", { webhook: id, error: errorStack(error) });
    return "failed";
  }
}

/**
 * Makes a call now that moves money and waits, under its own key: it moves money once, however often it is made. A refund that Stripe had
 * taken and that failed after all is none of these: it is sent again from the order's page.
 */
export async function retryMoneyCall(deps: Deps, id: string, by: Decision): Promise<RetryResult> {
  const { db, clock } = deps;
  const at = clock.now();
  const waiting = sql<string>`(select order_id from (${waitingCalls(sql`id, order_id, state, stripe_id`, at)})
    where id = ${id} and (state <> 'failed' or stripe_id is null))`;
  const done = await runAudited(async () => await audited(db, "try-money-call", waiting, by, at));
  if (done !== "done") return done;
  const call = await moneyCalls.find(db, { id });
  if (!call) return "changed";
  await (call.kind === "refund" ? refunds.workOn(deps, call) : checkout.settleOne(deps, call));
  await notifications.sendWaiting(deps);
  const now = await moneyCalls.find(db, { id });
  if (now?.kind === "refund" && now.state === "sent" && now.stripeId) return "pending";
  return now?.state === "confirmed" || (call.kind === "checkout_session" && !now?.open) ? "done" : "failed";
}
