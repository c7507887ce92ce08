import { and, eq, sql } from "drizzle-orm";
import * as statements from "#app/account/deletion-statements.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as inFlight from "#app/payments/in-flight.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { factors, profiles as profileRows } from "#drizzle/schema.ts";

/**
 * How long no other user can take the username of a deleted account, in ms
 * (docs/specification.md#account-deletion).
 */
const usernameReservedFor = 90 * day;

/**
 * The result of a deletion. `sessions` (ids) and `picture` (a key; null if there is none) are what `cleanUp`
 * removes.
 */
export type Deletion =
  | { state: "deleted"; sessions: string[]; picture: string | null }
  | { state: "session ended" | "second factor needed" | "money in flight" };

/**
 * Deletes the viewer's account (docs/specification.md#account-deletion). Orders, ledger, messages and reviews
 * stay without the user's name.
 *
 * Everything is one batch. Its claim rolls the batch back if the session has ended, the second factor was not
 * used, or money is in flight. The statements select their rows when the batch runs, so no row that was
 * written a moment before is missed.
 * @param at UTC ms
 */
export async function deleteAccount(
  { db, secret }: Pick<Capabilities, "db" | "secret">,
  viewer: Viewer,
  at: number,
): Promise<Deletion> {
  const { id } = viewer;
  const [picture, account] = await Promise.all([findUnsharedPicture(db, id), accounts.find(db, id)]);
  const hashes = await creditHolders.addressHashes(secret, account?.email ?? "");
  // Read inside the batch: after the outbox has erased its addresses, before the account loses its own.
  const address = sql<string>`(select email from users where id = ${id})`;
  try {
    const [, , ended] = await db.batch([
      statements.claimed(db, viewer, inFlight.any(id, at), at),
      ...statements.signedOutEverywhere(db, id),
      outbox.addressesErased(db, id, at),
      outbox.mail(db, "account_deleted", id, null, at, address),
      ...orders.cancelledWithAccount(db, id, at),
      ...gigTransitions.withdrawn(db, id, at),
      moneyCalls.payerForgotten(db, id),
      ...profiles.anonymised(db, id, at + usernameReservedFor, at),
      pictures.dropped(db, picture ?? ""),
      statements.signupNoticeAnonymised(db, id),
      ...statements.credentialsErased(db, id, at),
      creditHolders.addressRecorded(db, id, hashes),
      statements.anonymised(db, id, at),
    ]);
    return { state: "deleted", sessions: ended.map((session) => session.id), picture };
  } catch (error) {
    if (!statements.brokeClaim(error)) throw error;
  }
  if (await needsSecondFactor(db, viewer)) return { state: "second factor needed" };
  const [order] = await inFlight.list(db, id, at);
  return { state: order ? "money in flight" : "session ended" };
}

/** Whether the user has a second factor and this session has not used it. */
export async function needsSecondFactor(db: Db, viewer: Viewer): Promise<boolean> {
  if (viewer.aal === "aal2") return false;
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, viewer.id), eq(factors.status, "verified")))
    .limit(1);
  return factor !== undefined;
}

/** The key of the user's profile picture; null if there is none, or if another profile shows the same one. */
async function findUnsharedPicture(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({
      url: profileRows.avatarUrl,
      shared: sql<number>`exists (select 1 from profiles other where other.avatar_url = profiles.avatar_url and other.id <> profiles.id)`,
    })
    .from(profileRows)
    .where(eq(profileRows.id, userId));
  return row && !row.shared ? (/^\/images\/([\w-]+)/.exec(row.url ?? "")?.[1] ?? null) : null;
}

/**
 * Closes the deleted account's open tabs and deletes its profile picture. A failure is logged and not
 * repeated.
 */
export async function cleanUp(
  { inboxes, pictures: store, log }: Pick<Capabilities, "inboxes" | "pictures" | "log">,
  userId: string,
  { sessions, picture }: Extract<Deletion, { state: "deleted" }>,
): Promise<void> {
  const work = sessions.map((session) => inboxes.endSession(userId, session));
  if (picture) work.push(store.forget(picture));
  for (const one of await Promise.allSettled(work))
    if (one.status === "rejected") log("warn", "not cleaned up", { error: errorStack(one.reason) });
}
