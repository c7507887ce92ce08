import type { Viewer } from "#app/auth/viewer.ts";

/**
 * Whether a published gig is on offer (docs/specification.md#gig-states). `suspended`: its seller is; `withdrawn`: they have left. A draft is a row of
 * another table.
 */
export type GigState = "active" | "paused" | "denied" | "suspended" | "withdrawn";

/** What decides who sees a gig and who may order it. `listed`: lists, counts and search show it; only an active gig may be. */
export type Offered = { sellerId: string; state: GigState; listed: boolean };

type Move = {
  from: readonly GigState[];
  /** null: the state stays. */
  to: GigState | null;
  event: "paused" | "resumed" | "repriced";
  /** What anybody but the seller is told when they try it. */
  refusal: string;
};

/** What a seller does with a published gig: from where, to where. */
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
  reprice: {
    from: ["active", "paused"],
    to: null,
    event: "repriced",
    refusal: "Only the seller can change the price of a service",
  },
} as const satisfies Record<string, Move>;

export type GigTransitionName = keyof typeof gigTransitions;

/** Why this person may not make this move now: a sentence, or null when they may. */
export function refusalToGigTransition(name: GigTransitionName, gig: Offered, userId: string): string | null {
  const { from, to, refusal }: Move = gigTransitions[name];
  if (userId !== gig.sellerId) return refusal;
  // Somebody else took it off the market: pausing and resuming would bring it back.
  if (to !== null && gig.state === "active" && !gig.listed) return closedBecause(gig);
  return from.includes(gig.state) ? null : gigChangedMeanwhile(gig.state);
}

/** What somebody reads whose move came second. */
export function gigChangedMeanwhile(state: GigState): string {
  return `This service changed in the meantime: it is ${state} now`;
}

/** Why nobody may order this gig (docs/specification.md#purchase-rules); null: it is on offer. */
export function closedBecause(gig: Pick<Offered, "state" | "listed">): string | null {
  if (gig.listed) return null;
  return gig.state === "paused"
    ? "This service is paused and cannot be ordered now"
    : "This service has been taken off the market and cannot be ordered";
}

/**
 * Who gets to a gig's page (docs/specification.md#gig-visibility): everybody while it is on offer or paused, else its seller and the operators; to all
 * others it is Service Not Found.
 */
export function isVisibleTo(viewer: Pick<Viewer, "id" | "roles"> | null, gig: Offered): boolean {
  if (gig.listed || gig.state === "paused") return true;
  return viewer !== null && (viewer.id === gig.sellerId || viewer.roles.includes("operator"));
}
