import type { Viewer } from "#app/auth/viewer.ts";

/**
 * Whether a published gig can be ordered (docs/specification.md#gig-states). `suspended`: its seller is
 * suspended. `withdrawn`: its seller has deleted their account.
 */
export type GigState = "active" | "paused" | "denied" | "suspended" | "withdrawn";

/**
 * What decides who can see a gig and who may order it. `listed`: it is in listings, counts and search
 * results. Only an active gig can be listed.
 */
export type GigAvailability = { sellerId: string; state: GigState; listed: boolean };

type GigTransition = {
  from: readonly GigState[];
  to: GigState;
  event: "paused" | "resumed";
  /** The answer to everyone except the seller. */
  refusal: string;
};

/** What a seller can do with a published gig (docs/specification.md#gig-states). */
export const gigTransitions = {
  pause: {
    from: ["active"],
    to: "paused",
    event: "paused",
    refusal: "Only the seller can pause a service",
  },
  resume: {
    from: ["paused"],
    to: "active",
    event: "resumed",
    refusal: "Only the seller can resume a service",
  },
} as const satisfies Record<string, GigTransition>;

export type GigTransitionName = keyof typeof gigTransitions;

/** Why this user may not make this transition now: a sentence for them; null if they may. */
export function refusalToGigTransition(
  name: GigTransitionName,
  gig: GigAvailability,
  userId: string,
): string | null {
  const { from, refusal }: GigTransition = gigTransitions[name];
  if (userId !== gig.sellerId) return refusal;
  // An active gig that is not listed was taken off the market. Pausing and resuming would bring it back.
  if (gig.state === "active" && !gig.listed) return unavailableReason(gig);
  return from.includes(gig.state) ? null : gigChangedSentence(gig.state);
}

/** The refusal if another transition came first. */
export function gigChangedSentence(state: GigState): string {
  return `This service has changed: it is now ${state}`;
}

/**
 * Why no one can order this gig: a sentence (docs/specification.md#purchase-rules); null if it can be
 * ordered.
 */
export function unavailableReason(gig: Pick<GigAvailability, "state" | "listed">): string | null {
  if (gig.listed) return null;
  return gig.state === "paused"
    ? "This service is paused, so it can't be ordered now"
    : "This service is no longer offered";
}

/**
 * Whether this viewer may open the gig's page (docs/specification.md#gig-visibility). Everyone may while it
 * is listed or paused, otherwise only its seller and operators. All others get Service Not Found.
 * @param viewer null for a visitor
 */
export function isVisibleTo(viewer: Pick<Viewer, "id" | "roles"> | null, gig: GigAvailability): boolean {
  if (gig.listed || gig.state === "paused") return true;
  return viewer !== null && (viewer.id === gig.sellerId || viewer.roles.includes("operator"));
}

/** The decisions of an operator on a published gig (docs/specification.md#operator-gigs). */
export type GigDecision = "deny" | "allow";

/**
 * Why an operator cannot make this decision; null if they can.
 * @param maySell whether its seller may sell now
 * @param isWaiting whether a denied gig has waiting changes
 */
export function refusalToDecide(
  decision: GigDecision,
  {
    state,
    listed,
    maySell,
    isWaiting,
  }: Pick<GigAvailability, "state" | "listed"> & { maySell: boolean; isWaiting: boolean },
): string | null {
  if (decision === "deny")
    return listed || state === "paused" || isWaiting
      ? null
      : "This service is not offered now, so there is nothing to deny";
  if (state !== "denied") return "This service is not denied";
  return maySell ? null : "Its seller can't sell now. Restore the account or the registration first";
}

/** How many active gigs a new seller can have (docs/specification.md#gig-limit). */
export const newSellerLimit = 5;

/** Shown to a new seller who has reached the limit. */
export const limitSentence = `New sellers can have ${newSellerLimit} active services. Pause one of them first, or reach Level 1, which has no limit`;
