import type { AppLoadContext } from "@remix-run/cloudflare";
import { and, eq, sql } from "drizzle-orm";
import * as deletion from "#app/account/deletion-statements.server.ts";
import * as accounts from "#app/auth/accounts.server.ts";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import * as replies from "#app/conversations/replies/replies.server.ts";
import * as preferences from "#app/emails/preferences.server.ts";
import { forgotten } from "#app/files/forgotten-files.server.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import * as draftPictures from "#app/gigs/drafts/draft-pictures.server.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as savedGigs from "#app/gigs/saved/saved-gigs.server.ts";
import * as savedNews from "#app/gigs/saved/saved-news.server.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { refuse } from "#app/lib/refusal.ts";
import { runDue } from "#app/lib/work.ts";
import * as offers from "#app/offers/offers.server.ts";
import * as orderFiles from "#app/orders/files/order-files.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as parked from "#app/parked/parked.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payoutAccounts from "#app/payouts/accounts/accounts.server.ts";
import * as inFlight from "#app/payouts/in-flight.server.ts";
import type { MoneyInFlight } from "#app/payouts/in-flight.ts";
import * as payoutReminders from "#app/payouts/reminders/reminders.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as registrations from "#app/sellers/registrations.server.ts";
import * as statements from "#app/statements/statements.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { factors, users } from "#drizzle/schema.ts";

/**
 * How long the username of a deleted account stays reserved, in ms (docs/specification.md#account-deletion).
 */
const usernameReservedFor = 90 * day;

/** How long a deletion waits for Stripe to close card pages, in ms. */
const closingTime = 12_000;

const operatorKeeps = "You are an operator. Another operator needs to remove your role first.";

/** How many card pages are closed at the same time. */
const closedAtOnce = 10;

/**
 * The result of a deletion. `sessions`: the ids of the ended sessions. `orders`: what blocks the deletion.
 */
type Deletion =
  | { state: "deleted"; sessions: string[] }
  | { state: "session ended" | "second factor needed" | "operator" }
  | { state: "money in flight"; orders: MoneyInFlight[] };

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * Deletes the viewer's account (docs/specification.md#account-deletion). Orders, ledger, messages and reviews
 * stay without the user's name.
 *
 * Open card pages do not block a deletion: if nothing else blocks it, they are first closed at Stripe.
 *
 * Earnings that no payout account can receive block it, unless the seller leaves them: an operator can then
 * pay them by hand.
 *
 * An operator's account is not deleted. Another operator must remove the role first, which withdraws the
 * user's proposals and notifies all operators.
 *
 * Everything is one batch. Its claim rolls the batch back if the session has ended, the second factor was not
 * used, the user is an operator, or money is in flight. The statements select their rows when the batch runs,
 * so they include rows that were written just before.
 */
export async function deleteAccount(deps: Deps, viewer: Viewer, leaves: boolean): Promise<Deletion> {
  const { db, secret, clock } = deps;
  const { id } = viewer;
  if (await isOperator(db, id)) return { state: "operator" };
  if (await needsSecondFactor(db, viewer)) return { state: "second factor needed" };
  const found = await inFlight.list(db, id, clock.now());
  const keeping = inFlight.keeping(found, leaves);
  if (keeping.length > 0) return { state: "money in flight", orders: keeping };
  await closeCardPages(deps, found);
  const account = await accounts.find(db, id);
  const hashes = await creditHolders.addressHashes(secret, account?.email ?? "");
  const sessions = await writeDeletion(db, viewer, leaves, hashes, clock.now());
  if (sessions) return { state: "deleted", sessions };
  if (await isOperator(db, id)) return { state: "operator" };
  if (await needsSecondFactor(db, viewer)) return { state: "second factor needed" };
  const left = (await inFlight.list(db, id, clock.now())).filter(
    ({ reason }) => !(leaves && reason === "unpaid"),
  );
  return left.length > 0 ? { state: "money in flight", orders: left } : { state: "session ended" };
}

/**
 * Deletes the account of the viewer, signs this browser out, and sends the last email.
 * @returns what blocks the deletion; empty if the account was deleted
 * @throws Refusal
 */
export async function deleteOwn(
  context: AppLoadContext,
  viewer: Viewer,
  leaves: boolean,
): Promise<MoneyInFlight[]> {
  const deletion = await deleteAccount(context, viewer, leaves);
  if (deletion.state === "money in flight") return deletion.orders;
  if (deletion.state === "operator") refuse("refused", operatorKeeps);
  if (deletion.state === "second factor needed")
    refuse("refused", "Please sign in again with a two-step code first.");
  if (deletion.state !== "deleted") refuse("signed out");
  forgetTokens(context);
  context.later(cleanUp(context, viewer.id, deletion.sessions));
  context.sendMails();
  return [];
}

/** Closes the card pages, if Stripe does so in time. Fulfils the sessions that were paid. */
async function closeCardPages(deps: Deps, all: MoneyInFlight[]): Promise<void> {
  const found = all.filter(({ reason }) => reason === "paying");
  const until = Date.now() + closingTime;
  for (let i = 0; i < found.length && Date.now() < until; i += closedAtOnce)
    await Promise.all(
      found
        .slice(i, i + closedAtOnce)
        .map(({ id, of }) =>
          checkoutSessions.close(deps, of === "registration" ? { id, isRegistration: true } : { id }, until),
        ),
    );
}

/**
 * Writes the deletion. @param hashes of the account's address @param at UTC ms
 * @returns the ids of the sessions that ended; null if the claim was refused
 */
async function writeDeletion(
  db: Db,
  viewer: Viewer,
  leaves: boolean,
  hashes: creditHolders.AddressHashes,
  at: number,
): Promise<string[] | null> {
  const { id } = viewer;
  // Read inside the batch: after the outbox has erased its addresses, and before the account loses its own.
  const address = sql<string>`(select email from users where id = ${id})`;
  try {
    const [, , , , ended] = await db.batch([
      ...deletion.claimed(db, viewer, inFlight.any(id, leaves, at), at),
      ...deletion.signedOutEverywhere(db, id),
      outbox.addressesErased(db, id, at),
      outbox.mail(db, "account_deleted", id, null, at, address),
      badAddresses.ofUserCleared(db, id),
      ...orders.cancelledWithAccount(db, id, at),
      // After the cancellation of the unpaid orders, which reopens their offers.
      ...offers.ofUserClosed(db, id, at),
      ...gigTransitions.withdrawn(db, id, at),
      ...deniedChanges.ended(db, sql`gigs.seller_id = ${id}`, at),
      ...draftPictures.draftsDeleted(db, sql`(select id from gig_drafts where seller_id = ${id})`, at),
      uploads.ofUserDropped(db, id),
      replies.ofUserDeleted(db, id),
      savedGigs.ofUserDeleted(db, id),
      ...savedNews.turnedOff(db, id),
      parked.ofUserDeleted(db, id),
      preferences.ofUserDeleted(db, id),
      tickets.ofUserClosed(db, id, at),
      statements.ofUserErased(db, id),
      paymentChecks.ofUserDeleted(db, id),
      registrations.anonymised(db, id, at),
      moneyCalls.payerForgotten(db, id),
      payoutAccounts.ofUserForgotten(db, id, at),
      payoutReminders.ofUserForgotten(db, id),
      profiles.pictureForgotten(db, id, at),
      ...profiles.anonymised(db, id, at + usernameReservedFor, at),
      deletion.signupNoticeAnonymised(db, id),
      ...deletion.credentialsErased(db, id, at),
      creditHolders.addressRecorded(db, id, hashes),
      deletion.anonymised(db, id, at),
      ...orderFiles.withBothPartiesForgotten(db, id, at),
      conversations.ofUserForgotten(db, id, at),
      conversations.choicesForgotten(db, id),
    ]);
    return ended.map((session) => session.id);
  } catch (error) {
    if (!deletion.brokeClaim(error)) throw error;
    return null;
  }
}

/** Whether the user is an operator. The account cannot be deleted while they have the role. */
export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  return user?.role === "operator";
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

/**
 * Closes the deleted account's open tabs and deletes its files. A tab that stays open can no longer read
 * anything. The sweep retries files that fail.
 */
async function cleanUp(
  deps: Pick<Capabilities, "db" | "clock" | "inboxes" | "files" | "log">,
  userId: string,
  sessions: string[],
): Promise<void> {
  const { inboxes, log } = deps;
  const work = [runDue(forgotten, deps), ...sessions.map((session) => inboxes.endSession(userId, session))];
  for (const one of await Promise.allSettled(work))
    if (one.status === "rejected") log("warn", "not cleaned up", { error: errorStack(one.reason) });
}
