import { eq, type SQL, sql } from "drizzle-orm";
import * as proposals from "#app/admin/approvals/proposals.server.ts";
import { haveFactor } from "#app/admin/approvals/second-operator.server.ts";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { mailToOperators } from "#app/admin/health/overdue.server.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { type RoleAction, type RoleHolder, roleActions } from "#app/admin/operators/role.ts";
import { openOf } from "#app/admin/users/suspensions.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { sessions as sessionsTable, users } from "#drizzle/schema.ts";

/** An operator in the list. Times are UTC ms. `lastAction`: the newest row in the audit log. */
export type ListedOperator = {
  number: number;
  id: string;
  username: string;
  fullName: string;
  email: string;
  suspendedAt: number | null;
  factorSince: number | null;
  lastAction: string | null;
  lastAt: number | null;
};

/** Also null while the end of the factors is scheduled: such an account cannot be given the role. */
const factorSince = sql`(select min(verified_at) from factors where user_id = u.id and status = 'verified'
  and not exists (select 1 from factor_endings e where e.user_id = u.id and e.ended_at is null))`;

/** Lists a page of operators, newest account first. */
export async function list(db: Db, after: number | null) {
  const rows = await db.all<ListedOperator>(sql`
    select u.number, u.id, p.username, p.full_name as fullName, u.email, u.suspended_at as suspendedAt,
      ${factorSince} as factorSince, a.action as lastAction, a.at as lastAt
    from users u join profiles p on p.id = u.id
      left join audit_log a on a.number =
        (select number from audit_log indexed by audit_log_operator where operator_id = u.id order by number desc limit 1)
    where u.role = 'operator' and ${beyond({ after }, sql`u.number`)}
    order by u.number desc limit ${rowsPerPage + 1}`);
  return pageOf(rows);
}

export type Person = RoleHolder & { username: string; email: string };

/** Finds a person by their whole email address, username or id; null if there is none. */
export async function find(db: Db, who: string): Promise<Person | null> {
  const name = who.trim().replace(/^@/, "").toLowerCase();
  const [row] = await db.all<Omit<Person, "hasOthers"> & { hasOthers: 0 | 1 }>(sql`
    select u.id, p.username, p.full_name as fullName, u.email, u.role, u.email_verified_at as emailVerifiedAt,
      u.suspended_at as suspendedAt, u.deleted_at as deletedAt, ${factorSince} as factorSince,
      ${haveFactor(1, sql`u.id`)} as hasOthers
    from users u join profiles p on p.id = u.id
    where u.id = coalesce((select id from users where id = ${name}), (select id from users where email = ${name}),
      (select id from profiles where username = ${name}))`);
  return row ? { ...row, hasOthers: row.hasOthers === 1 } : null;
}

/** `sessions`: the ids of the sessions that ended. They may have open tabs. */
type RoleResult = { state: "done"; sessions: string[] } | { state: "changed" };

/**
 * Gives or removes the role, ends the person's sessions, and mails them and every operator. What they have
 * proposed is withdrawn with the role. All of this is one batch, which also checks the rules: if two
 * operators remove each other's role at the same time, the second is no longer an operator, so one remains.
 * @param at UTC ms
 * @throws the guard `operator` if the user is no longer an operator
 */
export async function change(
  db: Db,
  action: RoleAction,
  userId: string,
  decision: Decision,
  at: number,
): Promise<RoleResult> {
  const { role, action: name, mail } = roleActions[action];
  const facts = role === "operator" ? { before: "user", after: role } : { before: "operator", after: role };
  const audit = audited(db, name, subjectOf(action, userId, decision.operator.id), decision, at, facts);
  let ended: { id: string; expiresAt: number }[] = [];
  const state = await runAudited(async () => {
    const results = await db.batch([
      ...audit,
      db.update(users).set({ role }).where(eq(users.id, userId)),
      sessions
        .allEnded(db, userId, null, at)
        .returning({ id: sessionsTable.id, expiresAt: sessionsTable.expiresAt }),
      ...(action === "take" ? proposals.withdrawnWithRole(db, userId, decision.operator.id, at) : []),
      mailToOperators(db, { kind: mail, subject: userId, occasion: crypto.randomUUID(), also: userId }, at),
    ]);
    ended = results[audit.length + 1] as typeof ended;
  });
  if (state !== "done") return { state };
  return { state, sessions: openOf(ended, at) };
}

/** The person's id if `refusalToRole` allows the action, else null: `audited` refuses null. */
function subjectOf(action: RoleAction, userId: string, operatorId: string): SQL<string> {
  const allowed =
    action === "take"
      ? sql`role = 'operator' and ${haveFactor(1, sql`${userId}`)}`
      : sql`role = 'user' and suspended_at is null and email_verified_at is not null
          and exists (select 1 from factors where user_id = ${userId} and status = 'verified')
          and not exists (select 1 from factor_endings where user_id = ${userId} and ended_at is null)`;
  return sql`(select id from users where id = ${userId} and id <> ${operatorId} and deleted_at is null and ${allowed})`;
}
