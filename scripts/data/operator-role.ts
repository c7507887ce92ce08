import type { Rule } from "#app/lib/guards.server.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import type { Database } from "./store.ts";

type Account = {
  id: string;
  role: "user" | "operator";
  verified: number | null;
  suspended: number | null;
  deleted: number | null;
};

/**
 * Makes a user an operator, or an operator a user, with a row in the audit log. No operator acts here, so the
 * row contains the account itself. The account is signed out everywhere, and it and every operator get an
 * email, which the deployed product sends within a minute.
 * @param at UTC ms
 * @returns a sentence for people
 * @throws Error with a sentence for people
 */
export async function changeRole(
  db: Database,
  address: string,
  role: "user" | "operator",
  at: number,
): Promise<string> {
  const email = address.trim().toLowerCase();
  const account = await db
    .prepare(
      `SELECT id, role, email_verified_at AS verified, suspended_at AS suspended, deleted_at AS deleted
       FROM users WHERE email = ?`,
    )
    .bind(email)
    .first<Account>();
  if (!account || account.deleted !== null)
    throw new Error(`No account has the address ${email}. Sign up on the site first.`);
  if (account.role === role)
    return role === "operator" ? `${email} is already an operator.` : `${email} is not an operator.`;
  if (role === "operator" && account.verified === null)
    throw new Error(`${email} is not verified: open the link in the sign-up email first.`);
  if (role === "operator" && account.suspended !== null)
    throw new Error(`The account of ${email} is suspended, so it cannot be an operator.`);
  const now = Math.trunc(at);
  const action = role === "operator" ? "make-operator" : "remove-operator";
  const mail: MailKind = role === "operator" ? "operator_added" : "operator_removed";
  const unchanged: Rule = "subject-unchanged";
  await db.batch([
    db
      .prepare(
        `INSERT INTO guards (name, holds) VALUES ('${unchanged}',
         EXISTS (SELECT 1 FROM users WHERE id = ?1 AND email = ?2 AND role <> '${role}' AND deleted_at IS NULL
           AND ('${role}' = 'user' OR (email_verified_at IS NOT NULL AND suspended_at IS NULL))))`,
      )
      .bind(account.id, email),
    db
      .prepare(
        `INSERT INTO audit_log (operator_id, action, subject_id, reason, before, after, at)
         VALUES (?1, '${action}', ?1, 'npm run operator', '${account.role}', '${role}', ${now})`,
      )
      .bind(account.id),
    db.prepare(`UPDATE users SET role = '${role}' WHERE id = ?`).bind(account.id),
    db
      .prepare(`UPDATE sessions SET ended_at = ${now} WHERE user_id = ? AND ended_at IS NULL`)
      .bind(account.id),
    db
      .prepare(
        `INSERT INTO outbox (id, kind, user_id, subject_id, created_at, due_at, attempts)
         SELECT ?2 || ':' || id, '${mail}', id, ?1, ${now}, ${now}, 0 FROM users
         WHERE id = ?1 OR (role = 'operator' AND suspended_at IS NULL AND deleted_at IS NULL)`,
      )
      .bind(account.id, crypto.randomUUID()),
  ]);
  return role === "operator"
    ? `${email} is an operator. Sign in again, add a second factor at /profile/factors and keep its recovery codes; then open /admin.`
    : `${email} is no longer an operator, and is signed out everywhere.`;
}
