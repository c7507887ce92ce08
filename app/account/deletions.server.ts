import { eq, sql } from "drizzle-orm";
import * as statements from "#app/account/deletion-statements.server.ts";
import * as formerAddresses from "#app/auth/former-addresses.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as gigMoves from "#app/gigs/gig-transitions.server.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as inFlight from "#app/payments/in-flight.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { adminNotifications, profiles as profileRows } from "#drizzle/schema.ts";

/** How long nobody may take the name of somebody who has left, in ms (docs/specification.md#account-deletion). */
const nameKept = 90 * day;

/** What a deletion has come to. `sessions` and `picture` (a key; null: none) are what is taken away after it. */
export type Deletion =
  | { state: "deleted"; sessions: string[]; picture: string | null }
  | { state: "session ended" | "factor wanted" | "money in flight" };

/**
 * Deletes the viewer's account (docs/specification.md#account-deletion): one batch, which its claim undoes whole where the session has ended, the second
 * factor was not used, or money is in flight, though it began only a moment ago. What others took part in stays, with nobody's name:
 * orders, ledger, messages, reviews. The statements take the rows as they are when the batch runs, so none can be missed.
 * @param at UTC ms
 */
export async function remove(db: Db, viewer: Viewer, at: number): Promise<Deletion> {
  const { id } = viewer;
  const [picture, email] = await Promise.all([ownPicture(db, id), statements.emailOf(db, id)]);
  const hash = await formerAddresses.addressHash(email ?? "");
  // Read where the batch runs: after the outbox has forgotten them, and before the account loses it.
  const address = sql<string>`(select email from users where id = ${id})`;
  try {
    const [, , ended] = await db.batch([
      statements.claimed(db, viewer, inFlight.any(id, at), at),
      ...statements.signedOutEverywhere(db, id),
      outbox.addressesErased(db, id, at),
      outbox.mail(db, "account_deleted", id, null, at, address),
      ...orders.abandoned(db, id, at),
      ...gigMoves.withdrawn(db, id, at),
      moneyCalls.payerForgotten(db, id),
      ...profiles.emptied(db, id, at + nameKept, at),
      pictures.dropped(db, picture ?? ""),
      operatorsNoteOf(db, id),
      ...statements.forgotten(db, id, at),
      formerAddresses.addressRemembered(db, hash),
      statements.anonymised(db, id, at),
    ]);
    return { state: "deleted", sessions: ended.map((session) => session.id), picture };
  } catch (error) {
    if (!statements.isRefused(error)) throw error;
  }
  if (await statements.owesFactor(db, viewer)) return { state: "factor wanted" };
  const [money] = await inFlight.list(db, id, at);
  return { state: money ? "money in flight" : "session ended" };
}

/** A statement: what the operator was told of a sign-up names nobody any more. */
function operatorsNoteOf(db: Db, userId: string) {
  return db
    .update(adminNotifications)
    .set({
      userName: "User",
      message: "This account was deleted",
      details: sql`json_set(details, '$.email', ${`${userId}@deleted.invalid`})`,
    })
    .where(sql`type = 'signup' and ${eq(adminNotifications.userId, userId)}`);
}

/** The key of somebody's portrait; null: there is none, or another profile shows the same one. */
async function ownPicture(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({
      url: profileRows.avatarUrl,
      shared: sql<number>`exists (select 1 from profiles other where other.avatar_url = profiles.avatar_url and other.id <> profiles.id)`,
    })
    .from(profileRows)
    .where(eq(profileRows.id, userId));
  return row && !row.shared ? (/^\/images\/([\w-]+)/.exec(row.url ?? "")?.[1] ?? null) : null;
}

/** What follows a deletion, best effort: open tabs are closed, and the portrait leaves the bucket. */
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
