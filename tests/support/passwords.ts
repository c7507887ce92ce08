import { eq } from "drizzle-orm";
import { hashPassword } from "#app/auth/passwords.server.ts";
import { sessions, users } from "#drizzle/schema.ts";
import { db, Visitor, visitor } from "./visitor.ts";

export const password = "bread and salt";

/** Made once: hashing is slow on purpose. */
const hashed = hashPassword(password);

/** A signed-in visitor who has a password. */
export async function member(options: Parameters<typeof visitor.signedIn>[0] = {}): Promise<Visitor> {
  const who = await visitor.signedIn(options);
  const passwordHash = await hashed;
  await db.update(users).set({ passwordHash }).where(eq(users.id, who.id));
  return who;
}

/** The same person in another browser. */
export async function otherBrowser(who: Visitor): Promise<Visitor> {
  const other = new Visitor(who);
  await other.beginSession();
  return other;
}

/** How many sessions of somebody are alive. */
export async function countAliveSessions(who: { id: string }): Promise<number> {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, who.id));
  return rows.filter((row) => row.endedAt === null).length;
}

/** True where the password opens a session. */
export async function canSignIn(email: string, tried: string): Promise<boolean> {
  const page = await visitor.signedOut().submit("/sign-in", { email, password: tried });
  return page.status === 303;
}

/** The account as it is. */
export async function accountOf(who: { id: string }) {
  const [user] = await db.select().from(users).where(eq(users.id, who.id));
  if (!user) throw new Error("No such user");
  return user;
}
