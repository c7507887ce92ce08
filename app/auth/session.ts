import { day, minute } from "#app/lib/dates.ts";
import type { sessions } from "#drizzle/schema.ts";

/** How long a session lives after it was last seen, in ms. */
export const sessionLife = 30 * day;
/** How long somebody may take to find their second factor, in ms. */
export const pendingSecondFactorLife = 15 * minute;

export type Session = typeof sessions.$inferSelect;
/** A session as its tokens speak of it. */
export type TokenSubject = Pick<Session, "id" | "userId" | "counter" | "aal" | "owesFactor" | "expiresAt"> & {
  role: "user" | "operator";
};

/** Where a session begins: what the browser and the network say. */
export type ClientInfo = { device: string; place: string | null };
