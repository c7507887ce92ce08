import { eq, sql } from "drizzle-orm";
import { isNewSignup, signupMessage } from "#app/auth/signup-notice.ts";
import type { Capabilities } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { adminNotifications, profiles, users } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "sendMails">;

/**
 * Notifies the operators if a user's sign-in is a new signup (docs/specification.md#new-signup-notice). It
 * does so once per user: the notice is unique and claims the emails of its batch. Call it under `later`
 * wherever a sign-in is completed, so that it does not delay the response and a failure is logged.
 */
export async function notifyOperators(deps: Deps, userId: string): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const [user] = await db
    .select({
      email: users.email,
      username: profiles.username,
      fullName: profiles.fullName,
      createdAt: profiles.createdAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!user || !isNewSignup(user.createdAt, at)) return;
  // SQLite uses the partial index of operators only if `operator` is a literal, not a bound value.
  const operators = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`role = 'operator' and suspended_at is null and deleted_at is null`);
  const id = crypto.randomUUID();
  const userName = displayName(user);
  const details = { email: user.email, authProvider: "email", timestamp: new Date(at).toISOString() };
  const row = { id, type: "signup", userId, userName, message: signupMessage(userName), details } as const;
  try {
    await db.batch([
      db.insert(adminNotifications).values({ ...row, createdAt: at }),
      ...operators.map((operator) => outbox.mail(db, "new_signup", operator.id, id, at)),
    ]);
  } catch (error) {
    if (brokeUnique(error, "admin_notifications.type")) return;
    throw error;
  }
  deps.sendMails();
}
