/**
 * Who is looking, from the access token alone (docs/architecture.md#sessions). `aal` is the assurance level: `aal2` once a verified
 * second factor was used.
 */
export type Viewer = {
  /** The user's id, which is the profile's id. */
  id: string;
  sessionId: string;
  aal: "aal1" | "aal2";
  roles: ("user" | "operator")[];
};

/** Somebody whose password was right and who still owes the second factor: signed in nowhere, but for the question for a code. */
export type PendingSecondFactor = { userId: string; sessionId: string };

/**
 * An operator who used a second factor in this session, as the token says: what is shown. What an operator reads and writes asks the
 * session's row (`sessions.operator`).
 */
export function hasOperatorClaim(viewer: Pick<Viewer, "aal" | "roles"> | null): boolean {
  return viewer !== null && viewer.aal === "aal2" && viewer.roles.includes("operator");
}
