import { eq, type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { reasonsGiven } from "#app/admin/reasons-given.server.ts";
import type { SuspensionAction } from "#app/admin/users/suspension.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as payoutLinks from "#app/payouts/accounts/payout-links.server.ts";
import type { FoundBy } from "#app/statements/statement.ts";
import { accountEvents, sessions as sessionsTable, users } from "#drizzle/schema.ts";

/** `sessions`: the ids of the sessions that the suspension ended. They may have open tabs. */
type SuspensionResult = { state: "done"; sessions: string[] } | { state: "changed" };

/** The account event, and the statements for the gigs. */
const effects = {
  suspend: { event: "suspended", gigs: gigTransitions.suspended },
  restore: { event: "restored", gigs: gigTransitions.restored },
} as const;

/**
 * Suspends or restores a user (docs/specification.md#suspensions). Suspending ends every session, takes
 * the gigs off the market and mails the user the reason. A seller who has to set up payouts is mailed a link.
 * Restoring returns each gig to its earlier state. All statements are one batch, so either all apply or none.
 * @param at UTC ms
 */
export async function apply(
  db: Db,
  action: SuspensionAction,
  { userId, ...decision }: Decision & { userId: string },
  at: number,
): Promise<SuspensionResult> {
  let ended: { id: string; expiresAt: number }[] = [];
  const audit = audited(db, action, subjectOf(userId, action), decision, at);
  const state = await runAudited(async () => {
    const results = await db.batch([
      ...audit,
      ...changes(db, action, userId, decision.operator.id, at),
      ...told(db, action, userId, "operator", decision, at),
    ]);
    ended = results[audit.length] as typeof ended;
  });
  if (state !== "done") return { state };
  return { state, sessions: openOf(ended, at) };
}

/**
 * The statements of a suspension or restoration, without its email (`told`), to run after its audit row. The
 * first one returns the sessions that it ended.
 * @param at UTC ms
 */
export function changes(db: Db, action: SuspensionAction, userId: string, operatorId: string, at: number) {
  const { event, gigs } = effects[action];
  const suspendedAt = action === "suspend" ? at : null;
  return [
    sessions
      .allEnded(db, userId, null, at)
      .returning({ id: sessionsTable.id, expiresAt: sessionsTable.expiresAt }),
    db.update(users).set({ suspendedAt }).where(eq(users.id, userId)),
    ...gigs(db, userId, operatorId, at),
    db.insert(accountEvents).values({ userId, kind: event, at }),
    ...(action === "suspend" ? payoutLinks.mailed(db, userId, at) : []),
  ] as const;
}

/**
 * Statements: the email of a suspension or restoration. A suspension gives its reasons, with a link to
 * appeal.
 * @param at UTC ms
 */
export function told(
  db: Db,
  action: SuspensionAction,
  userId: string,
  foundBy: FoundBy,
  decision: Decision,
  at: number,
) {
  if (action === "restore") return [outbox.mail(db, "restored", userId, null, at)];
  const suspension = { kind: "suspension", subjectId: userId, userId, foundBy, mailSubject: null } as const;
  return reasonsGiven(db, suspension, decision, at);
}

/** The ids of ended sessions that could still have open tabs. @param at UTC ms */
export function openOf(ended: { id: string; expiresAt: number }[], at: number): string[] {
  return ended.filter(({ expiresAt }) => expiresAt > at).map(({ id }) => id);
}

/** The account's id if its state allows the action, else null: `audited` refuses null. */
export function subjectOf(userId: string, action: SuspensionAction): SQL<string> {
  const isAllowed =
    action === "suspend" ? sql`suspended_at is null and role = 'user'` : sql`suspended_at is not null`;
  return sql`(select id from users where id = ${userId} and deleted_at is null and ${isAllowed})`;
}
