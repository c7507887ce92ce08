import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { OrderAsked, Wanted } from "#app/checkout/new-orders.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { hasBlock, isBlocked } from "#app/conversations/conversations.server.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { creditSentence } from "#app/ledger/credit.ts";
import { sha256 } from "#app/lib/bytes.ts";
import * as guards from "#app/lib/guards.server.ts";
import { type Acceptable, type Acceptance, refusalToAccept } from "#app/offers/accepting/acceptance.ts";
import { customOffer } from "#app/offers/offer.ts";
import type { Offer } from "#app/offers/offers.server.ts";
import { isPayable } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { conversations, gigs, offers } from "#drizzle/schema.ts";

/** SQL for a query on `offers`: an operator has removed the offer's message. */
export const isRemoved =
  sql<boolean>`exists (select 1 from messages where id = offers.id and removed_at is not null)`.mapWith(
    Boolean,
  );

/** An offer with what decides whether its buyer can accept it; null if there is none. */
async function find(db: Db, id: string): Promise<(Acceptable & { offer: Offer }) | null> {
  const [row] = await db
    .select({
      offer: offers,
      gig: { state: gigs.state, listed: gigs.listed },
      isBlocked,
      isRemoved,
    })
    .from(offers)
    .innerJoin(gigs, eq(gigs.id, offers.gigId))
    .leftJoin(conversations, eq(conversations.id, offers.conversationId))
    .where(eq(offers.id, id));
  return row ?? null;
}

/**
 * What the form that accepts an offer needs. Its token is always the same: an offer is ordered once, so two
 * tabs place one order.
 */
export async function acceptanceOf(
  db: Db,
  { id, gigId, buyerId, priceCents }: Pick<Offer, "id" | "gigId" | "buyerId" | "priceCents">,
): Promise<Acceptance> {
  const token = (await sha256(`${buyerId}:${id}`)).slice(0, 22);
  const creditCents = await credit.available(db, buyerId, orders.replacedOrders(buyerId, gigId, token));
  return { id, gigId, priceCents, credit: creditSentence(priceCents, creditCents), token };
}

/**
 * An offer, as its order form orders it (docs/specification.md#answering-an-offer). An unpaid order of the
 * same form with another text is replaced: the offer then belongs to the new order. The guard decides whether
 * the gig and the two users allow it. They are read only after it has refused, to say why.
 * @param found as it was read
 */
export function offerWanted(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  found: Offer,
  { requirements, shownPrice, token }: Omit<OrderAsked, "buyer">,
): Wanted {
  const { id, gigId, buyerId } = found;
  return {
    gigId,
    choice: { offer: id },
    async read(isAgain) {
      const current = isAgain ? await find(db, id) : { ...allowing, offer: found };
      if (!current) return null;
      const { offer } = current;
      const earlier = offer.orderId === null ? null : await orders.find(db, offer.orderId);
      const isReplaced = earlier !== null && isPayable(earlier) && isOfForm(earlier, token);
      if (earlier && earlier.paidAt !== null) return { standing: earlier };
      if (earlier && !isReplaced) return { order: earlier, isNew: false };
      const state = isReplaced ? "open" : offer.state;
      const at = clock.now();
      const refusal = refusalToAccept({ ...current, offer: { ...offer, state } }, shownPrice, at);
      if (refusal) return { refusal: isReplaced ? acceptedBefore : refusal };
      const replaced = token === null ? null : orders.replacedOrders(buyerId, gigId, token);
      return {
        agreed: agreementOf(offer, requirements),
        rule: "offer-acceptable",
        claims: (orderId) => accepted(db, offer, orderId, replaced, at),
      };
    },
  };
}

/** Assumed until the guard of `accepted`, which checks it, has refused. */
const allowing = { gig: { state: "active", listed: true }, isBlocked: false, isRemoved: false } as const;

/** The refusal if the offer can no longer be accepted, but the buyer's unpaid order of it can be paid. */
const acceptedBefore = "You have accepted this offer. Pay for its order, or cancel it first";

/** Whether an order was placed with this form token. */
function isOfForm({ formToken }: Pick<orders.Order, "formToken">, token: string | null): boolean {
  return token !== null && formToken.startsWith(`${token}:`);
}

function agreementOf(offer: Offer, requirements: string) {
  return {
    gigId: offer.gigId,
    sellerId: offer.sellerId,
    buyerId: offer.buyerId,
    priceCents: offer.priceCents,
    title: offer.title,
    packageId: "starter" as const,
    packageTitle: customOffer,
    offerId: offer.id,
    lines: null,
    deliveryDays: offer.deliveryDays,
    revisions: offer.revisions,
    questions: offer.questions,
    requirements,
  };
}

/**
 * Statements: an order accepts an offer, if the offer has not changed since it was read, can still be
 * accepted, and was accepted by no order except one that this order replaces. They run before the replaced
 * order is cancelled, which would open the offer again. The gig of a suspended seller is not listed, and a
 * suspended buyer has no session. The offer's expiry never changes. It was compared with this time when the
 * offer was read.
 * @param replaced a select of the ids of unpaid orders @param at UTC ms
 */
function accepted(
  db: Db,
  offer: Offer,
  orderId: string,
  replaced: SQL | null,
  at: number,
): [BatchItem<"sqlite">, BatchItem<"sqlite">] {
  const { id, version } = offer;
  const isOpen = replaced
    ? sql`(offers.state = 'open' or offers.order_id in (${replaced}))`
    : sql`offers.state = 'open'`;
  const isAcceptable = sql`exists (select 1 from offers
    join gigs on gigs.id = offers.gig_id left join conversations on conversations.id = offers.conversation_id
    where offers.id = ${id} and offers.version = ${version} and ${isOpen}
      and gigs.listed = 1 and not ${hasBlock} and not ${isRemoved})`;
  return [
    guards.that(db, "offer-acceptable", isAcceptable),
    db
      .update(offers)
      .set({ state: "accepted", orderId, version: version + 1, closedAt: at })
      .where(eq(offers.id, id)),
  ];
}
