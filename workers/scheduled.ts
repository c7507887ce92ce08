import * as creditHolders from "#app/auth/credit-holders.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import * as drafts from "#app/drafts/drafts.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as automaticTransitions from "#app/orders/changing/automatic-transitions.server.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as reconciliation from "#app/payments/reconciliation.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import type { System } from "./context.ts";

/**
 * Does all scheduled work (docs/architecture.md#time). Each part is safe to run twice, and beside another
 * run. A part that fails is logged and does not stop the others.
 * @returns how much each part did
 */
export async function sweep(sys: System): Promise<Record<string, number | "failed">> {
  const parts = {
    webhooks: () => webhookEvents.processWaiting(sys),
    checkouts: () => checkoutSessions.checkOpen(sys),
    reconciliation: () => reconciliation.reconcile(sys),
    // After every part that may find a payment, so that no paid order is cancelled as unpaid.
    deadlines: () => automaticTransitions.applyDue(sys),
    refunds: () => refunds.sendDue(sys),
    // After the transitions: an order that has just ended needs no reminder.
    reminders: () => reminders.write(sys),
    limits: () => limits.deleteExpired(sys.db, sys.clock.now()),
    drafts: () => drafts.clear(sys.db, sys.clock.now()),
    formerAddresses: () => creditHolders.keyBareHashes(sys.db, sys.secret),
    mails: () => mails.sendWaiting(sys),
    // Last: it takes seconds, and no one waits for it.
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
