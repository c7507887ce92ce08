import { conversationPath } from "#app/conversations/conversation.ts";
import { looksElsewhere } from "#app/conversations/thread/message-text.ts";
import type { OfferState } from "#app/conversations/thread/thread-view.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { refusalToAccept } from "#app/offers/accepting/acceptance.ts";
import { stateNow } from "#app/offers/offer.ts";
import type { OfferRecord } from "#app/offers/page/offer-record.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";

/**
 * The data of an offer's page for one of its parties (docs/specification.md#answering-an-offer).
 * @param at UTC ms @param timeZone the viewer's; null: UTC
 */
export function offerPage(record: OfferRecord, viewerId: string, at: number, timeZone: string | null) {
  const { offer, gig, buyer, seller, isRemoved } = record;
  const party = viewerId === offer.sellerId ? ("seller" as const) : ("buyer" as const);
  const state = stateNow(offer, at);
  const shown = isRemoved ? null : { text: offer.text, features: offer.features, questions: offer.questions };
  return {
    party,
    timeZone,
    id: offer.id,
    version: offer.version,
    edition: offer.edition,
    title: offer.title,
    gigSlug: gig.slug,
    gigId: offer.gigId,
    /** What the buyer gets; null: an operator has removed it. */
    shown,
    priceCents: offer.priceCents,
    deliveryDays: offer.deliveryDays,
    revisions: offer.revisions,
    expiresAt: offer.expiresAt,
    state,
    says: stateText(
      { ...offer, state },
      party,
      nameInSentence(party === "seller" ? buyer : seller),
      timeZone,
    ),
    /** Why the buyer declined it; null: no reason, or not declined. */
    reason: offer.reason,
    orderId: offer.orderId,
    editions: record.editions,
    newer: record.editions.find(({ edition }) => edition === offer.edition + 1) ?? null,
    other: party === "seller" ? buyer : seller,
    conversation: offer.conversationId,
    conversationPath: conversationPath(offer.conversationId),
    looksElsewhere:
      party === "buyer" && shown !== null && looksElsewhere([shown.text, ...shown.features].join("\n")),
    /** False: one of the two has blocked the other, or is suspended. */
    canWrite: !record.isBlocked,
    /** Why the buyer cannot accept an open offer now; null if they can. */
    refusal: state === "open" ? refusalToAccept(record, undefined, at) : null,
  };
}

export type OfferPage = ReturnType<typeof offerPage>;

/**
 * The state of an offer in words, with its date.
 * @param state `stateNow` @param other how a sentence names the other party @param timeZone the viewer's
 */
function stateText(
  {
    state,
    edition,
    expiresAt,
    closedAt,
  }: { state: OfferState; edition: number; expiresAt: number; closedAt: number | null },
  party: "buyer" | "seller",
  other: string,
  timeZone: string | null,
): string {
  const on = `on ${date(closedAt ?? expiresAt, timeZone)}`;
  const [buyer, seller] = party === "buyer" ? ["You", other] : [other, "You"];
  switch (state) {
    case "open":
      return `Open until ${dateTime(expiresAt, timeZone)}`;
    case "accepted":
      return `${buyer} accepted this offer ${on}`;
    case "declined":
      return `${buyer} declined this offer ${on}`;
    case "withdrawn":
      return `${seller} withdrew this offer ${on}`;
    case "expired":
      return `This offer expired on ${date(expiresAt, timeZone)}`;
    case "replaced":
      return `Version ${edition + 1} replaced this offer ${on}`;
  }
}
