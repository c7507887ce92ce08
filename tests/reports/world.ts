import { eq } from "drizzle-orm";
import { reportPath } from "#app/ui/report-path.ts";
import * as schema from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { gig } from "../support/factories.ts";
import { review } from "../support/reviews.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

/** The reason that an operator gives. */
export const why = "It breaks the rules of the market";

/** Sends a report of a thing. */
export function report(
  by: Visitor,
  kind: Parameters<typeof reportPath>[0],
  id: string,
  fields: { reason?: string; note?: string } = { reason: "fraud", note: "It is a trick" },
) {
  return by.submit(reportPath(kind, id), fields);
}

/** Bob, an active seller, with a gig and a review of it by someone. */
export async function market() {
  const bob = await visitor.signedIn();
  await sellerRow(bob.id, { status: "active" });
  const offer = await gig(db, { sellerId: bob.id });
  const opinion = await review(db, offer, { comment: `Spiteful words about ${offer.slug}` });
  return { bob, offer, opinion, path: `/services/s/${offer.slug}` };
}

/** Ann and Mallory, and a message of Mallory to Ann. */
export async function nastyMessage(content = "You are a fool") {
  const [ann, mallory] = [await visitor.signedIn(), await visitor.signedIn()];
  const opened = await mallory.get(`/messages?user=${ann.id}`);
  const conversation = new URLSearchParams(opened.location?.split("?")[1]).get("conversation") ?? "";
  await mallory.submit("/messages", { conversation, content: "Good day" });
  await mallory.submit("/messages", { conversation, content });
  const messages = await db
    .select()
    .from(schema.messages)
    .where(eq(schema.messages.conversationId, conversation))
    .orderBy(schema.messages.number);
  const id = messages.at(-1)?.id ?? "";
  return { ann, mallory, conversation, id, number: messages.at(-1)?.number ?? 0 };
}

export const reportsOf = (id: string) =>
  db.select().from(schema.reports).where(eq(schema.reports.subjectId, id)).orderBy(schema.reports.number);

export const auditOf = async (subjectId: string) =>
  (await db.select().from(schema.auditLog).where(eq(schema.auditLog.subjectId, subjectId))).map(
    ({ action }) => action,
  );

/** The value that chooses a reported thing: its id, and the number of the report that opened the case. */
export async function pickOf(id: string): Promise<string> {
  return `${id}:${(await reportsOf(id)).findLast(({ opens }) => opens)?.number ?? 1}`;
}

/** An operator's decision about a reported thing. */
export async function decide(by: Visitor, id: string, intent: string, reason = why) {
  return by.submit("/admin/reports", { pick: await pickOf(id), intent, rule: "conduct", reason });
}
