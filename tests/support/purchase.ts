import { eq } from "drizzle-orm";
import { orders } from "#drizzle/schema.ts";
import { gig } from "./factories.ts";
import { deliver, events, payOnCardPage, sessionIdOf } from "./stripe.ts";
import { db, Visitor } from "./visitor.ts";

type GigOptions = Parameters<typeof gig>[1];

/** Ann orders from Bob and stands before the card page. */
export async function placeOrder(options: GigOptions = {}, buyer?: Visitor) {
  const [ann, bob] = [buyer ?? (await Visitor.signedIn()), await Visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id, ...options });
  const page = await ann.submit("/orders", { gigId: service.id, package: "starter" });
  const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
  if (!order || !page.location)
    throw new Error(`No order was placed: ${page.status} ${page.text.slice(0, 200)}`);
  return { ann, bob, order, cardPage: page.location, session: sessionIdOf(page.location) };
}

/** Ann has paid on the card page; the webhook has not been delivered. */
export async function paidAtStripe(options: GigOptions = {}, buyer?: Visitor) {
  const placed = await placeOrder(options, buyer);
  await payOnCardPage(placed.cardPage);
  const event = (await events("checkout.session.completed")).find(
    (one) => one.data.object.id === placed.session,
  );
  if (!event) throw new Error("The stand-in has no event of the payment");
  return { ...placed, event };
}

/** Ann has paid and the webhook has been delivered. */
export async function paidOrder(options: GigOptions = {}, buyer?: Visitor) {
  const paid = await paidAtStripe(options, buyer);
  const answer = await deliver(paid.event);
  if (answer.status !== 200) throw new Error(`The webhook answered ${answer.status}`);
  return paid;
}
