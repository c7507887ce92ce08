import type { OfferCard, OfferState, RequestCard } from "#app/conversations/thread/thread-view.ts";
import { daysText } from "#app/gigs/gig.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";

// What a conversation says about offers and requests (docs/specification.md#offers-in-a-conversation).

/** The title of an offer's card, and of the package of an order that accepts an offer. */
export const customOffer = "Custom offer";

/** The title of a request's card. */
export const asksForOffer = "Asks for an offer";

/** The state of an offer now: the sweep may not have closed an expired offer yet. @param at UTC ms */
export function stateNow(
  { state, expiresAt }: { state: OfferState; expiresAt: number },
  at: number,
): OfferState {
  return state === "open" && expiresAt <= at ? "expired" : state;
}

/** The state of an offer in words. */
const offerStateWords: Record<OfferState, string> = {
  open: "Open",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Expired",
  replaced: "Replaced by a newer version",
};

const requestStateWords: Record<RequestCard["state"], string> = {
  open: "Waiting for an answer",
  offered: "Answered with an offer",
  declined: "No offer",
};

/** `Custom offer`, or `Custom offer · Version 2`. @param edition 1: the first version */
export function offerTitle(edition: number): string {
  return edition === 1 ? customOffer : `${customOffer} · Version ${edition}`;
}

/** `$340 · 5 days · 2 revisions`. */
export function offerFacts({ priceCents, deliveryDays, revisions }: OfferCard): string {
  const changes = `${revisionsText(revisions)} ${revisions === 1 ? "revision" : "revisions"}`;
  return [dollars(priceCents), daysText(deliveryDays), changes].join(" · ");
}

/**
 * `Open · Valid until 4 Dec 2026, 09:00 CET`, or the state alone of an offer that is closed.
 * @param at UTC ms @param timeZone the reader's; null: UTC
 */
export function offerStateText(offer: OfferCard, at: number, timeZone: string | null = null): string {
  const state = stateNow(offer, at);
  const until = state === "open" ? ` · Valid until ${dateTime(offer.expiresAt, timeZone)}` : "";
  return offerStateWords[state] + until;
}

/** `Budget $300 · Wanted by 30 Nov 2026 · Waiting for an answer`; missing facts are left out. */
export function requestFacts({ budgetCents, wantedBy, state }: RequestCard): string {
  const facts = [
    budgetCents === null ? null : `Budget ${dollars(budgetCents)}`,
    wantedBy === null ? null : `Wanted by ${date(Date.parse(wantedBy))}`,
    requestStateWords[state],
  ];
  return facts.filter(Boolean).join(" · ");
}

/** What the card of a message says, for operators; null: it has none. @param at UTC ms */
export function cardText(
  { offer, request }: { offer: OfferCard | null; request: RequestCard | null },
  at: number,
): string | null {
  if (offer) return [offerTitle(offer.edition), offerFacts(offer), offerStateText(offer, at)].join(" · ");
  return request && `${asksForOffer} · ${requestFacts(request)}`;
}

/** The page of an offer. */
export function offerPath(id: string): string {
  return href("/offers/:id", { id });
}

/** What a new offer is about. */
export type AboutOffer = {
  conversation?: string | undefined;
  gig?: string | undefined;
  /** The offer that the new one replaces. */
  replaces?: string | undefined;
  /** True: the viewer asks for an offer, even if they sell themselves. */
  ask?: boolean;
};

/**
 * The page on which a user asks for an offer, or a seller writes one
 * (docs/specification.md#writing-an-offer).
 */
export function newOfferPath(about: AboutOffer): string {
  return `${href("/offers/new")}?${aboutOfferSearch(about)}`;
}

/** The search of an address that names what a new offer is about. */
export function aboutOfferSearch({ ask, ...ids }: AboutOffer): URLSearchParams {
  const chosen = Object.entries(ids).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams([...chosen, ...(ask ? [["ask", "1"]] : [])]);
}
