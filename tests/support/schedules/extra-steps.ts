import * as checkout from "#app/checkout/checkout.server.ts";
import { choicesFor, refusalToAdd, refusalToRaise } from "#app/orders/extras/extra.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as extras from "#app/transitions/order-extras.server.ts";
import * as stripe from "#tests/support/stripe.ts";
import type { Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

// What happens to extras of running orders. Their payments are handled like all other payments.

const maxWait = 60_000;

/** The seller offers an extra for an order. */
export const offerExtra: Step = async (world, random, deps, note) => {
  const order = await runningOrder(world, random, deps);
  if (!order) return;
  const extra = {
    title: random.pick(["A frame", "A mount"]),
    priceCents: random.pick([500, 1999, 4500]),
    days: random.pick([0, 1, 7]),
  };
  if (refusalToRaise(order, extra.priceCents)) return;
  note(`the seller offers ${extra.title} for ${extra.priceCents} cents on ${nameOf(world, order.id)}`);
  note(await extras.offer(deps, order, extra, order.sellerId, Date.now() + maxWait));
};

/** The buyer presses 'Add' for an extra, and sees its card page. */
export const chooseExtra: Step = async (world, random, deps, note) => {
  const order = await runningOrder(world, random, deps);
  const details = order && (await orderDetails.find(deps.db, order.id));
  if (!order || !details) return;
  const offered = (await orderExtras.list(deps.db, order.id)).filter(({ state }) => state === "offered");
  const choices = [
    ...offered.map((extra) => ({ offered: extra })),
    ...choicesFor(order, { sellerId: order.sellerId, ...details.gig }).map((extra) => ({ ofGig: extra })),
  ];
  if (choices.length === 0) return;
  const choice = random.pick(choices);
  const { title } = "offered" in choice ? choice.offered : choice.ofGig;
  note(`the buyer chooses ${title} for ${nameOf(world, order.id)}`);
  const chosen = await extras.choose(deps, order, choice, order.buyerId, Date.now() + maxWait);
  if (typeof chosen === "string") return note(chosen);
  const page = await checkout.open(deps, chosen, world.cardholderOf(order.buyerId), "http://shop.test");
  note("url" in page ? "sees the Checkout page" : JSON.stringify(page));
  if (!("url" in page)) return;
  const session = stripe.sessionIdOf(page.url);
  if (!world.sessions.includes(session)) world.sessions.push(session);
};

/** The seller withdraws what they offered, or the buyer declines it. */
export const refuseExtra: Step = async (world, random, deps, note) => {
  const order = await runningOrder(world, random, deps);
  if (!order) return;
  const offered = (await orderExtras.list(deps.db, order.id)).find(({ state }) => state === "offered");
  if (!offered) return;
  const [kind, user] = random.pick([
    ["extra_withdrawn", order.sellerId],
    ["extra_declined", order.buyerId],
  ] as const);
  note(`${kind} on ${nameOf(world, order.id)}`);
  note(await extras.refuse(deps, order, kind, offered, user, Date.now() + maxWait));
};

/** The newest order to which something can be added. */
async function runningOrder(world: World, random: Random, { db }: Deps): Promise<orders.Order | null> {
  const ids = random.chance(0.8) ? world.orders.toReversed() : world.orders;
  for (const id of ids) {
    const order = await orders.find(db, id);
    if (order && refusalToAdd(order) === null) return order;
  }
  return null;
}

function nameOf(world: World, id: string): string {
  return `order ${world.orders.indexOf(id)}`;
}
