import * as conversations from "#app/conversations/conversations.server.ts";
import { seoFaqs } from "#drizzle/schema.ts";
import { category, gig, person } from "../support/factories.ts";
import { checkFault, type Fault } from "../support/faults.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// What the tests of the error catalogue look at: a category with one service, an order and a conversation.

await deliveries("off");

export const glass = await category(db, "Glass", ["Panes"]);
export const panes = glass.subcategories[0];
export const pane = await gig(db, { title: "A window pane", categoryId: glass.id, subcategoryId: panes?.id });
await db
  .insert(seoFaqs)
  .values({ categoryId: glass.id, question: "Is it safe?", answer: "Yes.", displayOrder: 1 });
export const { ann: buyer, order } = await paidOrder();
export const talk = await conversations.findOrCreate(db, buyer.id, (await person(db)).id, Date.now());
export const stranger = await person(db);

export const listing = "/categories/glass";
export const panePath = `/services/s/${pane.slug}`;
/** `{message}`: a sentence of ours and the request's id, never a driver's text. */
export const message = /: please try again \(request [\w-]+\)/.source;
export const ida = {
  fullName: "Ida Berg",
  username: "ida.berg",
  email: "ida@example.test",
  password: "a good word",
};
/** Sends a request, as a visitor by default, while statements with this SQL fail. */
export async function fault(
  fails: string,
  send: Fault["send"],
  log: string,
  says: RegExp,
  rest: Partial<Fault> = {},
) {
  const by = { visitor: visitor.signedOut, buyer: () => buyer, newcomer: () => visitor.signedIn() };
  await checkFault({ what: log, fails, send, log, says, ...rest }, await by[rest.by ?? "visitor"]());
}
