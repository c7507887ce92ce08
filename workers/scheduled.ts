import * as limits from "#app/auth/limits.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import * as automaticTransitions from "#app/payments/automatic-transitions.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as reconciliation from "#app/payments/reconciliation.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import type { System } from "./context.ts";

/**
 * Everything that is done by the clock, each part safe to run twice and at the same time as another run. Answers how much each
 * part did. A part that fails is logged and does not hold up the others.
 */
export async function sweep(sys: System): Promise<Record<string, number | "failed">> {
  const parts = {
    webhooks: () => webhookEvents.processWaiting(sys),
    checkouts: () => checkoutSessions.checkOpen(sys),
    reconciliation: () => reconciliation.reconcile(sys),
    // After everything that may find a payment.
    deadlines: () => automaticTransitions.applyDue(sys),
    refunds: () => refunds.sendDue(sys),
    // After the moves: nobody is reminded of what has just ended.
    reminders: () => reminders.write(sys),
    limits: () => limits.deleteExpired(sys.db, sys.clock.now()),
    mails: () => notifications.sendWaiting(sys),
    // Last: it takes seconds, and nobody waits for it.
    pictures: () => pictures.makeWaitingAvif(sys),
  };
  const done: Record<string, number | "failed"> = {};
  for (const [name, part] of Object.entries(parts)) {
    try {
      done[name] = await part();
    } catch (error) {
      done[name] = "failed";
      sys.log("error", "sweep part failed", {
        part: name,
        error: errorStack(error),
      });
    }
  }
  return done;
}
