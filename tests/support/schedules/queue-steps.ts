import type { Work } from "#app/lib/work.ts";
import { dueReminders } from "#app/orders/reminders.server.ts";
import { openSessions } from "#app/payments/checkout-sessions.server.ts";
import { unsettledRefunds } from "#app/payments/refunds/refunds.server.ts";
import { waitingEvents } from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import { unsettledTransfers } from "#app/payouts/transfers/send.server.ts";
import { dueEarnings } from "#app/payouts/transfers/settle.server.ts";
import { dueOrders } from "#app/transitions/automatic-transitions.server.ts";
import type { Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import { payoutWork, type World } from "./world.ts";

/** The kinds of scheduled work that the queue carries and that change orders and money. */
const kinds: Record<string, Work<Deps>> = {
  refunds: unsettledRefunds,
  transfers: unsettledTransfers,
  earnings: dueEarnings,
  webhooks: waitingEvents(onAccountEvent),
  checkouts: openSessions,
  deadlines: dueOrders,
  reminders: dueReminders,
};

function kindsOf(world: World): Record<string, Work<Deps>> {
  return world.payoutSeller ? { ...kinds, ...payoutWork(world) } : kinds;
}

/** The sweep finds what is due and puts it on the queue. */
export const putOnQueue: Step = async (world, _random, deps, note) => {
  for (const [kind, { find }] of Object.entries(kindsOf(world))) {
    const ids = await find(deps, 20);
    for (const id of ids) world.queue.push({ kind, id });
    if (ids.length > 0) note(`puts ${ids.length} ${kind} on the queue`);
  }
};

/** The queue delivers a few units: late, out of order, and some of them again later. */
export const deliverFromQueue: Step = async (world, random, deps, note) => {
  for (let units = random.whole(1, 4); units > 0 && world.queue.length > 0; units--) {
    const unit = random.pick(world.queue);
    if (random.chance(0.7)) world.queue.splice(world.queue.indexOf(unit), 1);
    const isDone = await kindsOf(world)[unit.kind]?.run(deps, unit.id);
    note(`the queue delivers ${unit.kind}: ${isDone ? "done" : "nothing to do"}`);
  }
};
