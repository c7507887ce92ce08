import { runDue } from "#app/lib/work.ts";
import { storeMissing } from "#app/payments/event-list.server.ts";
import { compareLists } from "#app/payments/reconciliation.server.ts";
import { waitingEvents } from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";

type Deps = Parameters<typeof compareLists>[0] & Parameters<typeof storeMissing>[0];

/**
 * Reads everything that the sweep reads from Stripe's lists, and processes it.
 * @returns how much was missing here
 */
export async function reconcile(deps: Deps): Promise<number> {
  let missing = 0;
  try {
    missing = await storeMissing(deps);
    if (missing > 0) await runDue(waitingEvents(onAccountEvent), deps);
  } finally {
    // The second run does not depend on the first.
    missing += await compareLists(deps);
  }
  return missing;
}
