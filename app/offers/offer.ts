import { type AboutOffer, aboutOfferSearch } from "#app/conversations/thread/offer-facts.ts";
import type { OfferState } from "#app/conversations/thread/thread-view.ts";
import { day } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { GigQuestion } from "#drizzle/schema.ts";

// Conversations come before offers in the order of areas, and their cards need these too.
export { customOffer, newOfferPath, offerPath, stateNow } from "#app/conversations/thread/offer-facts.ts";

/** Where a form about a new offer is sent. Opened as a page, the address shows the form again. */
export function offersPath(form: "ask" | "send", about: AboutOffer): string {
  return `${href("/offers")}?form=${form}&${aboutOfferSearch(about)}`;
}

/** What a seller offers (docs/specification.md#offers). Cents. */
export type OfferTerms = {
  text: string;
  features: string[];
  priceCents: number;
  deliveryDays: number;
  /** -1: unlimited. */
  revisions: number;
  questions: GigQuestion[];
};

/**
 * The bounds of an offer (docs/specification.md#writing-an-offer): minimum and maximum. Lengths in
 * characters.
 */
export const offerBounds = {
  text: [40, 5000],
  feature: [1, 80],
  priceCents: [500, 1_000_000],
  deliveryDays: [1, 90],
  validDays: [1, 30],
} as const;

export const maxOfferFeatures = 10;
/** For how many days an offer can be accepted, unless its seller chooses another number. */
export const usualValidDays = 7;
/** How many offers can be open per conversation and per seller. */
export const maxOpenOffers = { conversation: 10, seller: 50 };
/** How many versions an offer can have. */
export const maxEditions = 50;
/** How many drafts a seller can keep that they have not changed for longer than `draftsKeptFor`. */
export const maxOfferDrafts = 50;
/** How long a draft is kept in any case, in ms. */
export const draftsKeptFor = 30 * day;
/** How many requests for an offer can wait in a conversation. */
export const maxOpenRequests = 5;

/** Until when an offer can be accepted. @param at when it is sent, UTC ms @returns UTC ms */
export function expiryOf(at: number, validDays: number): number {
  return at + validDays * day;
}

/**
 * Why an offer that is not open can be neither accepted, changed, declined nor withdrawn; null if it is open.
 * @param state `stateNow`
 */
export function closedSentence(state: OfferState): string | null {
  switch (state) {
    case "open":
      return null;
    case "accepted":
      return "This offer has been accepted";
    case "declined":
      return "This offer was declined";
    case "withdrawn":
      return "The seller has withdrawn this offer";
    case "expired":
      return "This offer has expired";
    case "replaced":
      return "A newer version replaces this offer";
  }
}

/** The conversation of an offer, where the next message mentions it: the buyer asks for changes. */
export function askForChangesPath(conversation: string, offer: string): string {
  return `${href("/messages")}?${new URLSearchParams({ conversation, offer })}`;
}

/** The longest reason for declining an offer, in characters. */
export const maxReasonLength = 500;

/** Why this cannot be the reason for declining an offer; null if it can. */
export function refusalToReason(reason: string): string | null {
  return reason.trim().length > maxReasonLength
    ? `Please use at most ${maxReasonLength} characters for the reason`
    : null;
}
