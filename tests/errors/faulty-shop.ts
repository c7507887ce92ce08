import * as conversations from "#app/conversations/conversations.server.ts";
import { seoFaqs } from "#drizzle/schema.ts";
import { category, gig, person } from "../support/factories.ts";
import { checkFault, type Fault } from "../support/faults.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

export const listing = "/categories/glass";
/** `{message}`: a sentence of ours and the request's id, never a driver's text. */
export const message = /: please try again \(request [\w-]+\)/.source;
export const ida = {
  fullName: "Ida Berg",
  username: "ida.berg",
  email: "ida@example.test",
  password: "a good word",
};

/**
 * What the tests of the error catalogue use: a category with one service, an order and a conversation. This
 * is a function because a runtime evaluates this module once for several files, each with an empty database.
 */
export async function openFaultyShop() {
  await deliveries("off");
  const glass = await category(db, "Glass", ["Panes"]);
  const panes = glass.subcategories[0];
  const pane = await gig(db, { title: "A window pane", categoryId: glass.id, subcategoryId: panes?.id });
  await db
    .insert(seoFaqs)
    .values({ categoryId: glass.id, question: "Is it safe?", answer: "Yes.", displayOrder: 1 });
  const { ann: buyer, order } = await paidOrder();
  const talk = await conversations.findOrCreate(db, buyer.id, (await person(db)).id, Date.now());
  const stranger = await person(db);

  /** Sends a request, as a visitor by default, while statements with this SQL fail. */
  async function fault(
    fails: string,
    send: Fault["send"],
    log: string,
    says: RegExp,
    rest: Partial<Fault> = {},
  ) {
    const by = { visitor: visitor.signedOut, buyer: () => buyer, newcomer: () => visitor.signedIn() };
    await checkFault({ what: log, fails, send, log, says, ...rest }, await by[rest.by ?? "visitor"]());
  }
  return { buyer, fault, order, pane, panePath: `/services/s/${pane.slug}`, panes, stranger, talk };
}
