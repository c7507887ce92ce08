import { maxTextLength, refusalToText, textOf } from "#app/admin/list-search.ts";

/** What a search finds, in the order of the page. */
export const groups = [
  { key: "people", label: "People" },
  { key: "orders", label: "Orders" },
  { key: "payments", label: "Payments" },
  { key: "payouts", label: "Payouts" },
  { key: "gigs", label: "Gigs" },
  { key: "drafts", label: "Drafts" },
  { key: "tickets", label: "Tickets" },
  { key: "applications", label: "Applications" },
  { key: "events", label: "Stripe events" },
] as const;

export type GroupKey = (typeof groups)[number]["key"];

/** Something that was found. `to`: its address in the console. */
export type Hit = { to: string; label: string; detail: string };

/** `all`: the address of the list of everything that matches; null if the hits are everything. */
export type Group = { key: GroupKey; hits: Hit[]; all: string | null };

/** Reads the text of the search box from the address. */
export function findTextOf(params: URLSearchParams): string {
  return textOf(params, Number.POSITIVE_INFINITY);
}

/**
 * Why a text cannot be searched for; null if it can.
 * @param hasExact true: a short text is allowed, because it may match something exactly
 */
export function refusalToFind(q: string, hasExact: boolean): string | null {
  if (q.length > maxTextLength) return `Type at most ${maxTextLength} characters`;
  return hasExact ? null : refusalToText(q);
}
