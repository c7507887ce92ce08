import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as schema from "#drizzle/schema.ts";
import { pdf, sendFiles } from "../orders/started-order.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, now, sweep } from "../support/clock.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 30_000 });

const { tickets, ticketEntries, ticketFiles, ticketNotes, visitorMails, paymentChecks } = schema;
const message = "The page of my order is empty since this morning";

/** Ann's ticket with a file and an operator's note. @returns its row and its page's address */
async function ticketOf(ann: Visitor) {
  const sent = await sendFiles(ann, "/contact", { message }, [["files", pdf(), "a.pdf"]]);
  const path = sent.location ?? "";
  const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, ann.id));
  if (!ticket) throw new Error("No ticket");
  const { ann: eve } = await operator();
  await eve.submit(path.replace("/contact/requests", "/admin/tickets"), {
    intent: "note",
    text: "A note for colleagues",
  });
  return { ticket, path };
}

const closedBefore = (id: string, ms: number) =>
  db
    .update(tickets)
    .set({ state: "closed", waitingSince: null, closedAt: now() - ms })
    .where(eq(tickets.id, id));

it("A ticket is deleted two years after it was closed, with its files, notes and mails, and not a day before", async () => {
  const ann = await visitor.signedIn();
  const { ticket } = await ticketOf(ann);
  const guest = visitor.signedOut();
  await guest.submit("/contact", { name: "Bo", email: "bo@example.test", message });
  const link = linkIn((await mailsTo("bo@example.test"))[0]);
  const [visitors] = await db.select().from(tickets).where(eq(tickets.email, "bo@example.test"));
  const files = async () => (await env.BUCKET.list({ prefix: `tickets/${ticket.id}` })).objects.length;
  for (const id of [ticket.id, visitors?.id ?? ""]) await closedBefore(id, 729 * day);
  await sweep();
  expect([(await db.select().from(tickets)).length, await files()]).toEqual([2, 1]);
  for (const id of [ticket.id, visitors?.id ?? ""]) await closedBefore(id, 731 * day);
  await sweep();
  await sweep();
  for (const table of [tickets, ticketEntries, ticketFiles, ticketNotes, visitorMails])
    expect(await db.select().from(table)).toEqual([]);
  expect([await files(), (await guest.get(link)).status]).toEqual([0, 404]);
});

it("The export has a user's tickets, files and checks, without the operators' notes", async () => {
  const ann = await visitor.signedIn();
  const { ticket } = await ticketOf(ann);
  await ann.submit("/contact", { intent: "check" });
  const page = await ann.get("/profile/export");
  const file = JSON.parse(page.html);
  expect(file.tickets).toMatchObject([{ id: ticket.id, topic: "other", state: "open" }]);
  expect(file.ticketEntries).toMatchObject([{ kind: "question", text: message }]);
  expect(file.ticketFiles).toMatchObject([{ name: "a.pdf" }]);
  expect(file.paymentChecks).toMatchObject([{ results: [] }]);
  expect(page.html).not.toContain("A note for colleagues");
});

it("A deleted account's tickets are closed, which starts their two years, and its checks are deleted", async () => {
  const ann = await withPassword(await visitor.signedIn());
  const { ticket } = await ticketOf(ann);
  await ann.submit("/contact", { intent: "check" });
  expect((await deleteAccount(ann)).location).toBe("/");
  const [row] = await db.select().from(tickets).where(eq(tickets.id, ticket.id));
  expect(row).toMatchObject({ state: "closed", waitingSince: null, email: null, name: null });
  expect(row?.closedAt).toBeGreaterThan(0);
  expect(await db.select().from(paymentChecks).where(eq(paymentChecks.userId, ann.id))).toEqual([]);
});
