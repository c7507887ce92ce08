import { eq } from "drizzle-orm";
import type { Offer } from "#app/offers/offers.server.ts";
import { offers, orders, outbox } from "#drizzle/schema.ts";
import { now } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { offerRow, type Terms } from "../support/offer-rows.ts";
import { deliver, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

/** Bob has sent Ann an offer. */
export async function anOffer(terms: Terms = {}, buyer?: Visitor) {
  const [ann, bob] = [buyer ?? (await visitor.signedIn()), await visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id });
  const offer = await offerRow(db, { buyer: ann, seller: bob, gigId: service.id }, terms, now());
  return { ann, bob, service, offer };
}

/** An offer as it is stored now. */
export async function offerOf(id: string): Promise<Offer> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, id));
  if (!offer) throw new Error("There is no such offer");
  return offer;
}

/** The orders of an offer, oldest first. */
export const ordersOf = (offerId: string) =>
  db.select().from(orders).where(eq(orders.offerId, offerId)).orderBy(orders.number);

/** The kinds of the emails about an offer, with the ids of their readers. */
export async function mailsAbout(offerId: string) {
  const rows = await db.select().from(outbox).where(eq(outbox.subjectId, offerId)).orderBy(outbox.number);
  return rows.map(({ kind, userId }) => [kind, userId]);
}

/** The form on an offer's page, as its buyer sends it. */
export async function formOf(buyer: Visitor, offerId: string) {
  const page = await buyer.get(`/offers/${offerId}`);
  return { offer: offerId, token: page.field("token"), shownPrice: page.field("shownPrice") };
}

/** Pays on the card page, and the event is delivered. */
export async function pay(cardPage: string): Promise<void> {
  await payOnCardPage(cardPage);
  const event = (await events("checkout.session.completed")).find(
    ({ data }) => data.object.id === sessionIdOf(cardPage),
  );
  if (!event) throw new Error("The stand-in has no event of the payment");
  const { status } = await deliver(event);
  if (status !== 200) throw new Error(`The webhook answered ${status}`);
}
