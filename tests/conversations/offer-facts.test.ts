import { expect, test } from "vitest";
import {
  cardText,
  newOfferPath,
  offerFacts,
  offerStateText,
  offerTitle,
  requestFacts,
  stateNow,
} from "#app/conversations/thread/offer-facts.ts";
import type { OfferCard } from "#app/conversations/thread/thread-view.ts";

const until = Date.UTC(2026, 11, 4, 9);
const offer: OfferCard = {
  id: "o",
  title: "A logo",
  priceCents: 34_000,
  deliveryDays: 5,
  revisions: 2,
  edition: 1,
  state: "open",
  expiresAt: until,
  version: 1,
};

test("An open offer is expired from the moment its time is over, and no other state changes with time", () => {
  expect([stateNow(offer, until - 1), stateNow(offer, until)]).toEqual(["open", "expired"]);
  for (const state of ["accepted", "declined", "withdrawn", "replaced"] as const)
    expect(stateNow({ state, expiresAt: until }, until + 1)).toBe(state);
});

test("A card says price, days and revisions, and until when it is valid in the reader's time zone", () => {
  expect(offerFacts(offer)).toBe("$340 · 5 days · 2 revisions");
  expect(offerFacts({ ...offer, priceCents: 34_050, deliveryDays: 1, revisions: 1 })).toBe(
    "$340.50 · 1 day · 1 revision",
  );
  expect(offerFacts({ ...offer, revisions: -1 })).toContain("Unlimited revisions");
  expect(offerStateText(offer, 0)).toBe("Open · Valid until 4 Dec 2026, 09:00 UTC");
  expect(offerStateText(offer, 0, "Asia/Tokyo")).toBe("Open · Valid until 4 Dec 2026, 18:00 GMT+9");
  expect([offerStateText(offer, until), offerStateText({ ...offer, state: "replaced" }, 0)]).toEqual([
    "Expired",
    "Replaced by a newer version",
  ]);
});

test("The first version has no number, and later ones do", () => {
  expect([offerTitle(1), offerTitle(2)]).toEqual(["Custom offer", "Custom offer · Version 2"]);
});

test("A request says its budget and its day if they are known, and always its state", () => {
  const request = { gigId: null, budgetCents: 30_000, wantedBy: "2026-11-30", state: "open" } as const;
  expect(requestFacts(request)).toBe("Budget $300 · Wanted by 30 Nov 2026 · Waiting for an answer");
  expect(requestFacts({ ...request, budgetCents: null, wantedBy: null, state: "offered" })).toBe(
    "Answered with an offer",
  );
  expect(requestFacts({ ...request, budgetCents: null, wantedBy: null, state: "declined" })).toBe("No offer");
  expect(cardText({ offer: null, request }, 0)).toContain("Asks for an offer · Budget $300");
  expect(cardText({ offer, request: null }, until)).toBe(
    "Custom offer · $340 · 5 days · 2 revisions · Expired",
  );
  expect(cardText({ offer: null, request: null }, 0)).toBeNull();
});

test("The address of a new offer names what it is about", () => {
  expect(newOfferPath({ gig: "g" })).toBe("/offers/new?gig=g");
  expect(newOfferPath({ conversation: "c", gig: undefined, ask: true })).toBe(
    "/offers/new?conversation=c&ask=1",
  );
});
