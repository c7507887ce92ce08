import { expect } from "vitest";
import { settings } from "#drizzle/schema.ts";
import { someExtras } from "../support/extras.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliver, deliveries, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

export type Bought = Awaited<ReturnType<typeof paidOrder>>;

/** Stripe's events arrive when the test delivers them, and the platform gets 20 % of new orders. */
export async function prepare(): Promise<void> {
  await deliveries("off");
  await db
    .insert(settings)
    .values({ key: "fee_percent", value: "20" })
    .onConflictDoUpdate({ target: settings.key, set: { value: "20" } });
}

/** Ann has paid Bob $80 for the package, of which the platform gets 20 %. */
export async function running(credit = false): Promise<Bought> {
  const ann = credit ? await visitor.signedIn({ credit: true }) : undefined;
  return await paidOrder({ extras: someExtras, questions: [] }, ann);
}

/** Presses "Add" for an extra. @returns the address of the card page */
export async function choose(ann: Visitor, orderId: string, extra: string) {
  const page = await ann.submit(`/orders/${orderId}`, { intent: "add-extra", extra });
  if (page.status !== 303 || !page.location?.includes("/c/pay/"))
    throw new Error(`No card page: ${page.status} ${page.location} ${page.text.slice(0, 300)}`);
  return page.location;
}

/** Delivers the event that a session was paid. */
export async function arrive(cardPage: string) {
  const session = sessionIdOf(cardPage);
  const event = (await events("checkout.session.completed")).find(({ data }) => data.object.id === session);
  expect((await deliver(event)).status).toBe(200);
}

/** Adds an extra and pays for it. @returns its session */
export async function add(ann: Visitor, orderId: string, extra: string) {
  const cardPage = await choose(ann, orderId, extra);
  await payOnCardPage(cardPage);
  await arrive(cardPage);
  return sessionIdOf(cardPage);
}
