import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import { isNewSignup, signupMessage } from "#app/emails/signup-notice.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import { adminNotifications, profiles, users } from "#drizzle/schema.ts";

/** How many of the latest the console shows. */
const latestLimit = 50;

type Deps = Parameters<typeof notifications.sendWaiting>[0];

/**
 * Tells the operators of a new signup: somebody has signed in less than 30 s after their profile was made (docs/specification.md#new-signup-notice,
 * admin-notifications). Once, however often they sign in: the notification is unique for each user, and claims the mails in its batch.
 * To be called wherever signing in is complete, under `later`: it delays nobody, and a failure is logged.
 */
export async function notifyOperators(deps: Deps, userId: string): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const [user] = await db
    .select({
      email: users.email,
      username: profiles.username,
      fullName: profiles.fullName,
      since: profiles.createdAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!user || !isNewSignup(user.since, at)) return;
  // Written out: SQLite uses the index of operators only for the literal.
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
  await notifications.sendWaiting(deps);
}

/** The latest signups that the operators were told of, the newest first. */
export function listLatest(db: Db) {
  return db.select().from(adminNotifications).orderBy(desc(adminNotifications.n)).limit(latestLimit);
}
