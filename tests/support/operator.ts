import { eq } from "drizzle-orm";
import { users } from "#drizzle/schema.ts";
import { db, Visitor } from "./visitor.ts";

/** Somebody with the role of an operator, who has used a second factor (or not). */
export async function operator(options: { aal?: "aal1" | "aal2" } = {}): Promise<{ ann: Visitor }> {
  const ann = await Visitor.signedIn();
  await db.update(users).set({ role: "operator" }).where(eq(users.id, ann.id));
  await ann.beginSession({ aal: options.aal ?? "aal2", role: "operator" });
  return { ann };
}
