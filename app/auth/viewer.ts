/**
 * The signed-in user of a request, read from the access token alone (docs/architecture.md#sessions). The
 * session may have ended since, so writes check `sessions.activeUserId`.
 */
export type Viewer = {
  /** The user's id, which is also the profile's id. */
  id: string;
  sessionId: string;
  /** Assurance level: `aal2` once a second factor was used in this session. */
  aal: "aal1" | "aal2";
  roles: ("user" | "operator")[];
};

/** A user whose password was right and whose second factor is still missing. They are not signed in. */
export type PendingSecondFactor = { userId: string; sessionId: string };

/**
 * True if the access token is an operator's and a second factor was used. It decides only what is displayed:
 * reads and writes of the console check the database (`sessions.activeOperatorId`).
 */
export function hasOperatorClaim(viewer: Pick<Viewer, "aal" | "roles"> | null): boolean {
  return viewer !== null && viewer.aal === "aal2" && viewer.roles.includes("operator");
}
