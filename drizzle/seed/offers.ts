import type { SQLWrapper } from "drizzle-orm";
import type { Wanted } from "#app/checkout/new-orders.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as acceptable from "#app/offers/accepting/acceptable-offers.server.ts";
import { expiryOf } from "#app/offers/offer.ts";
import * as offers from "#app/offers/offers.server.ts";
import * as schema from "#drizzle/schema.ts";
import { moment } from "./moment.ts";
import { gigId, gigs, idOf, type SourceOffer, type SourceRequest } from "./source.ts";

/** A conversation, and who sends a message to whom. */
export type Sides = { id: string; senderId: string; otherId: string };

/** The id of a seeded offer and of its message. */
export function offerId(ref: string): string {
  return idOf(`offer:${ref}`);
}

/** A statement: a buyer's request. @param id of its message @param at UTC ms */
export function requestSent(
  db: Db,
  request: SourceRequest,
  id: string,
  sides: Sides,
  at: number,
): SQLWrapper {
  const { gig, budget, wanted_by, state } = request;
  return db.insert(schema.offerRequests).values({
    id,
    conversationId: sides.id,
    buyerId: sides.senderId,
    sellerId: sides.otherId,
    gigId: gigId(gig),
    budgetCents: budget === undefined ? null : budget * 100,
    wantedBy: wanted_by === undefined ? null : new Date(moment(wanted_by)).toISOString().slice(0, 10),
    state,
    createdAt: at,
  });
}

/** Statements: a seller's offer, which is open and closes the version that it replaces. @param at UTC ms */
export function offerSent(
  db: Db,
  { ref, gig, replaces, ...offer }: SourceOffer,
  text: string,
  sides: Sides,
  at: number,
): SQLWrapper[] {
  return [
    ...(replaces ? offers.closed(db, first(replaces), { state: "replaced" }, at) : []),
    db.insert(schema.offers).values({
      id: offerId(ref),
      conversationId: sides.id,
      gigId: gigId(gig),
      sellerId: sides.senderId,
      buyerId: sides.otherId,
      title: gigs.find((one) => one.ref === gig)?.title ?? "",
      text,
      features: offer.features,
      priceCents: offer.price * 100,
      deliveryDays: offer.days,
      revisions: offer.revisions,
      questions: offer.questions ?? [],
      edition: replaces ? 2 : 1,
      replacesId: replaces ? offerId(replaces) : null,
      state: "open",
      version: 1,
      createdAt: at,
      expiresAt: expiryOf(at, offer.valid),
    }),
  ];
}

/**
 * Statements: an offer is declined, withdrawn or expired; none in another state.
 * @param at when it was sent, UTC ms
 */
export function offerClosed(db: Db, offer: SourceOffer, at: number): readonly SQLWrapper[] {
  const { ref, state, reason = null, valid, closed_at } = offer;
  if (state === "expired") return offers.closed(db, first(ref), { state }, expiryOf(at, valid));
  if (state !== "declined" && state !== "withdrawn") return [];
  if (!closed_at) throw new Error(`The offer ${ref} is ${state}, but it has no closed_at`);
  return offers.closed(
    db,
    first(ref),
    state === "declined" ? { state, reason } : { state },
    moment(closed_at),
  );
}

/** An offer as it was sent. */
const first = (ref: string) => ({ id: offerId(ref), version: 1 });

/** What the order of a seeded offer orders. */
export async function offerWanted(deps: Pick<Capabilities, "db" | "clock">, ref: string): Promise<Wanted> {
  const offer = await offers.find(deps.db, offerId(ref));
  if (!offer) throw new Error(`The offer ${ref} was not sent`);
  return acceptable.offerWanted(deps, offer, { requirements: "", token: null });
}
