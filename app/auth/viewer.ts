/**
 * Who is looking, from the session alone (design.md section 4). `aal` is the assurance level: `aal2` once a verified
 * second factor was used.
 */
export type Viewer = {
  /** The user's id, which is the profile's id. */
  id: string;
  sessionId: string;
  aal: "aal1" | "aal2";
  roles: ("user" | "operator")[];
};
