import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { sessions } from "#drizzle/schema.ts";
import { faultyDatabase, productWith } from "../bindings/faulty.ts";
import { db, origin, Visitor } from "../visitor.ts";

/** The visitor's only session, as stored. */
export async function sessionOf(visitor: { id: string }) {
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, visitor.id));
  if (!row) throw new Error("No session");
  return row;
}

/** Another browser with a copy of the visitor's cookies. */
export function copyOf(visitor: Visitor, names = ["session", "access"]): Visitor {
  const copy = new Visitor();
  for (const name of names) copy.setCookie(name, visitor.cookie(name) ?? "");
  return copy;
}

/** A copy of the browser whose access token has expired. */
export const withoutAccess = (visitor: Visitor) => copyOf(visitor, ["session"]);

export const refresh = (visitor: Visitor) =>
  visitor.fetch("/auth/refresh", { method: "POST", headers: { Origin: origin } });

export const isSignedIn = async (visitor: Visitor) => (await visitor.get("/orders")).status === 200;

/** A database that records every statement. */
export function recordingDatabase() {
  const statements: string[] = [];
  const database = faultyDatabase(env.DB, (sql) => {
    statements.push(sql);
    return false;
  });
  return { database, statements };
}

/** A product in which a session ends just before the first statement that starts with `prefix`. */
export function shopEndingSession(sessionId: string, prefix: string) {
  const end = async () => {
    await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.id, sessionId));
    return false;
  };
  return productWith({ DB: faultyDatabase(env.DB, (sql) => (sql.startsWith(prefix) ? end() : false)) });
}
