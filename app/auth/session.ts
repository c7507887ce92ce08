import { day, minute } from "#app/lib/dates.ts";
import type { sessions } from "#drizzle/schema.ts";

/** How long a session lasts after its last refresh, in ms. */
export const sessionLife = 30 * day;
/** How long a session may wait for its second factor, in ms. */
export const pendingSecondFactorLife = 15 * minute;

export type Session = typeof sessions.$inferSelect;
/** What the tokens of a session are made from. */
export type TokenSubject = Pick<Session, "id" | "userId" | "counter" | "aal" | "owesFactor" | "expiresAt"> & {
  role: "user" | "operator";
};

/**
 * The browser of a request: the User-Agent header, and the place and the time zone (IANA name) that the
 * network reports; null if it reports none.
 */
export type ClientInfo = { device: string; place: string | null; timeZone: string | null };
