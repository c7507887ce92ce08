import { eq, type SQL, sql } from "drizzle-orm";
import type { SuspensionAction } from "#app/admin/users/suspension.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as gigMoves from "#app/gigs/gig-transitions.server.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, auditLog, sessions as sessionsTable, users } from "#drizzle/schema.ts";

type Asked = { userId: string; operator: Viewer; reason: string };

/** `sessions`: those that ended by it, whose tabs are still open. `changed`: the account is not where it was. */
export type SuspensionResult =
  | { state: "done"; sessions: string[] }
  | { state: "changed" }
  | { state: "no operator" };

const words = {
  suspend: { event: "suspended", gigs: gigMoves.suspended },
  restore: { event: "restored", gigs: gigMoves.restored },
} as const;

/**
 * Suspends somebody: every session ends, the gigs leave the market, and they are told why (docs/specification.md#operator-users). Or restores them: they may
 * sign in again, and the gigs are where they were. It is one batch, and begins with the audit row: whoever is no operator any more breaks
 * its operator, an account that another has moved or deleted meanwhile breaks its subject, and nothing is done.
 * @param at UTC ms
 */
export async function apply(
  db: Db,
  move: SuspensionAction,
  asked: Asked,
  at: number,
): Promise<SuspensionResult> {
  const { userId, operator, reason } = asked;
  const { event, gigs } = words[move];
  const suspendedAt = move === "suspend" ? at : null;
  try {
    const [, , ended] = await db.batch([
      db.insert(auditLog).values({
        operatorId: sessions.operator(operator, at),
        action: move,
        subjectId: subject(userId, move),
        reason,
        at,
      }),
      db.update(users).set({ suspendedAt }).where(eq(users.id, userId)),
      sessions
        .allEnded(db, userId, null, at)
        .returning({ id: sessionsTable.id, expiresAt: sessionsTable.expiresAt }),
      ...gigs(db, userId, operator.id, at),
      db.insert(accountEvents).values({ userId, kind: event, at }),
      outbox.mail(db, event, userId, null, at),
    ]);
    return { state: "done", sessions: ended.filter(({ expiresAt }) => expiresAt > at).map(({ id }) => id) };
  } catch (error) {
    if (brokeNotNull(error, "audit_log.operator_id")) return { state: "no operator" };
    if (brokeNotNull(error, "audit_log.subject_id")) return { state: "changed" };
    throw error;
  }
}

/** The account's id while the move can be made from where it is; else null, which the audit log refuses (docs/architecture.md#claims). */
function subject(userId: string, move: SuspensionAction): SQL<string> {
  const isFrom = move === "suspend" ? sql`suspended_at is null` : sql`suspended_at is not null`;
  return sql`(select id from users where id = ${userId} and deleted_at is null and ${isFrom})`;
}
