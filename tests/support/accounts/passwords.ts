import { eq } from "drizzle-orm";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { sessions, users } from "#drizzle/schema.ts";
import { db, Visitor, visitor } from "../visitor.ts";

export const password = "bread and salt";

/** Hashed once, because hashing is slow on purpose. */
const hash = hashPassword(password);

/** A signed-in visitor who has a password. */
export async function member(options: Parameters<typeof visitor.signedIn>[0] = {}): Promise<Visitor> {
  const user = await visitor.signedIn(options);
  const passwordHash = await hash;
  await db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  return user;
}

/** Another browser of the same user, signed in. */
export async function otherBrowser(user: Visitor): Promise<Visitor> {
  const other = new Visitor(user);
  await other.beginSession();
  return other;
}

/** Counts a user's sessions that have not ended. */
export async function countAliveSessions(user: { id: string }): Promise<number> {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, user.id));
  return rows.filter((row) => row.endedAt === null).length;
}

/** True if this password signs in. */
export async function canSignIn(email: string, attempted: string): Promise<boolean> {
  const page = await visitor.signedOut().submit("/sign-in", { email, password: attempted });
  return page.status === 303;
}

/** The user's row. */
export async function accountOf(user: { id: string }) {
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  if (!row) throw new Error("No such user");
  return row;
}
