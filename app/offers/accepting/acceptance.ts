import { refusalToPrice } from "#app/checkout/new-order.ts";
import { cannotWrite } from "#app/conversations/conversation.ts";
import type { OfferState } from "#app/conversations/thread/thread-view.ts";
import { type GigAvailability, unavailableReason } from "#app/gigs/gig-state.ts";
import { closedSentence, stateNow } from "#app/offers/offer.ts";

/** What decides whether an offer can be accepted. Cents; UTC ms. */
export type Acceptable = {
  offer: { state: OfferState; priceCents: number; expiresAt: number };
  gig: Pick<GigAvailability, "state" | "listed">;
  /** One of the two has blocked the other, or is suspended. */
  isBlocked: boolean;
  /** An operator has removed its message. */
  isRemoved: boolean;
};

/**
 * What the form that accepts an offer needs. Cents.
 * @property credit what credit does, a sentence; null: nothing to say
 */
export type Acceptance = {
  id: string;
  gigId: string;
  priceCents: number;
  credit: string | null;
  token: string;
};

/** Shown in place of an offer whose message an operator has removed. */
export const removedSentence = "An operator has removed this offer";

/**
 * Why the buyer cannot accept an offer now: a sentence (docs/specification.md#answering-an-offer); null if
 * they can.
 * @param shownPrice the price that the page showed, in cents; undefined: not checked @param at UTC ms
 */
export function refusalToAccept(
  { offer, gig, isBlocked, isRemoved }: Acceptable,
  shownPrice: number | undefined,
  at: number,
): string | null {
  return (
    closedSentence(stateNow(offer, at)) ??
    (isRemoved ? removedSentence : null) ??
    unavailableReason(gig) ??
    (isBlocked ? cannotWrite : null) ??
    refusalToPrice(offer.priceCents, shownPrice)
  );
}
