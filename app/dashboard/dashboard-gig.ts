import type { GigFigures } from "#app/gigs/figures/gig-figures.ts";
import type { GigState } from "#app/gigs/gig-state.ts";

/** A gig as the seller dashboard shows it, with the figures of the shown days. */
export type DashboardGig = GigFigures & {
  id: string;
  slug: string;
  title: string;
  state: GigState;
  listed: boolean;
  /** Why an operator denied it; null if it is not denied. */
  denial: string | null;
  /** Changes of a denied gig wait for an operator. */
  isWaiting: boolean;
  /** When it becomes active again because its seller is back, UTC ms; null: not paused by an absence. */
  backAt: number | null;
};

/** What the seller dashboard's form can do with a gig. `reprice` belongs to the editor. */
export type DashboardTransition = "pause" | "resume";

/** What the seller can do with the gig here; null: nothing. */
export function transitionOf({
  state,
  listed,
}: Pick<DashboardGig, "state" | "listed">): DashboardTransition | null {
  if (state === "paused") return "resume";
  return listed ? "pause" : null;
}

/** Whether the seller can change the gig in the editor. */
export function canChange({ state }: Pick<DashboardGig, "state">): boolean {
  return state === "active" || state === "paused" || state === "denied";
}

/** The transition that a form requests; null if the seller dashboard has none of this name. */
export function requestedTransition(intent: unknown): DashboardTransition | null {
  return intent === "pause" || intent === "resume" ? intent : null;
}

/** The state in words, and the kind of its tag. `isWaiting`: a changed gig waits for an operator. */
export function stateTag({
  state,
  listed,
  isWaiting,
}: Pick<DashboardGig, "state" | "listed" | "isWaiting">): {
  label: string;
  kind: "ok" | "wait" | "bad";
} {
  if (state === "active")
    return listed ? { label: "Active", kind: "ok" } : { label: "Not offered", kind: "bad" };
  if (state === "paused") return { label: "Paused", kind: "wait" };
  if (isWaiting) return { label: "Changed, under review", kind: "wait" };
  return { label: state === "denied" ? "Denied" : "Suspended", kind: "bad" };
}

/** The address of the seller dashboard. @param after the previous page's last gig; null: the first page */
export function sellerDashboardPath(
  after: string | null,
  base: "/orders" | "/dashboard" = "/orders",
): string {
  const query = new URLSearchParams({ tab: "selling", ...(after === null ? {} : { gigs: after }) });
  return `${base}?${query}`;
}
