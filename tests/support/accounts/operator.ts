import { eq } from "drizzle-orm";
import { users } from "#drizzle/schema.ts";
import { db, Visitor } from "../visitor.ts";

/** A signed-in operator, with a second factor unless `aal` is `aal1`. */
export async function operator(options: { aal?: "aal1" | "aal2" } = {}): Promise<{ ann: Visitor }> {
  const ann = await Visitor.signedIn();
  await db.update(users).set({ role: "operator" }).where(eq(users.id, ann.id));
  await ann.beginSession({ aal: options.aal ?? "aal2", role: "operator" });
  return { ann };
}
