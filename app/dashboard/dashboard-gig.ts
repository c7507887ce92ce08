import type { DashboardGig } from "#app/dashboard/dashboard-gigs.server.ts";
import { conversionText, type GigFigures } from "#app/gigs/figures/gig-figures.ts";
import { href } from "#app/lib/href.ts";

/** What the seller dashboard's form can do with a gig. */
export type DashboardTransition = "pause" | "resume";

/** Whether the seller can pause or resume the gig here; null: neither. */
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

/** The address of the seller's services. @param after the previous page's last gig; null: the first page */
export function servicesPath(after: string | null): string {
  const path = href("/dashboard/services");
  return after === null ? path : `${path}?${new URLSearchParams({ gigs: after })}`;
}

/**
 * What is known of the shown days: `about 40 views · 1 order · 2.5% conversion · 3 saves`. Views may be lost,
 * so if none were counted, their number is unknown and left out.
 */
export function figuresText(figures: GigFigures): string {
  const { views, orders, saves } = figures;
  const conversion = orders === 0 ? null : conversionText(figures);
  return [
    views === 0 ? null : `about ${countOf(views, "view")}`,
    orders === 0 ? "no orders" : countOf(orders, "order"),
    conversion === null ? null : `${conversion} conversion`,
    saves === 0 ? null : countOf(saves, "save"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** `1,204 views`, `1 order`. */
function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
