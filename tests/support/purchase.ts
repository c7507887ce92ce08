import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import type { Actor, TransitionName } from "#app/orders/transitions.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { orders } from "#drizzle/schema.ts";
import { deps, now } from "./clock.ts";
import { gig } from "./factories.ts";
import { deliver, events, payOnCardPage, sessionIdOf } from "./stripe.ts";
import { db, Visitor } from "./visitor.ts";

type GigOptions = Parameters<typeof gig>[1];

/** Ann orders from Bob and is sent to the Checkout page. */
export async function placeOrder(options: GigOptions = {}, buyer?: Visitor) {
  const [ann, bob] = [buyer ?? (await Visitor.signedIn()), await Visitor.signedIn()];
  const offer = await gig(db, { sellerId: bob.id, ...options });
  const page = await ann.submit("/orders", { gigId: offer.id, package: "starter" });
  const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
  if (!order || !page.location)
    throw new Error(`No order was placed: ${page.status} ${page.text.slice(0, 200)}`);
  return { ann, bob, order, cardPage: page.location, session: sessionIdOf(page.location) };
}

/** Ann has paid on the Checkout page; the event has not been delivered yet. */
export async function paidAtStripe(options: GigOptions = {}, buyer?: Visitor, card?: string) {
  const placed = await placeOrder(options, buyer);
  await payOnCardPage(placed.cardPage, card);
  const event = (await events("checkout.session.completed")).find(
    ({ data }) => data.object.id === placed.session,
  );
  if (!event) throw new Error("The Stripe stand-in has no event of the payment");
  return { ...placed, event };
}

/** Ann has paid, and the event was delivered. */
export async function paidOrder(options: GigOptions = {}, buyer?: Visitor) {
  const paid = await paidAtStripe(options, buyer);
  const answer = await deliver(paid.event);
  if (answer.status !== 200) throw new Error(`The webhook answered ${answer.status}`);
  return paid;
}

/** Applies a transition that the rules allow, without a request. */
export async function transition(
  orderId: string,
  name: TransitionName,
  actor: Actor,
  user: string,
  additions: { note?: string; answers?: string[] } = {},
) {
  const order = await find(db, orderId);
  if (!order) throw new Error("The order is missing");
  expect(refusalToTransition(name, order, actor, now())).toBeNull();
  expect(await orderTransitions.apply(deps, order, name, { actor, user }, additions)).toBe(true);
}
