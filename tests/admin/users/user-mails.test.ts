import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { mailOutcome } from "#app/admin/mail-list.tsx";
import { listMails } from "#app/admin/users/user-mails.server.ts";
import * as outboxStore from "#app/outbox/outbox.server.ts";
import { outbox } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { orderRow } from "../../support/orders.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const at = Date.UTC(2026, 4, 6, 7, 8);
const { ann } = await operator();

it("An operator sees every account and order email to a user with its outcome, and no other user's", async () => {
  const [cleo, other] = [await visitor.signedIn(), await visitor.signedIn()];
  const order = await orderRow(db, { buyerId: cleo.id });
  const write = async (...[kind, state, subject]: [outboxStore.MailKind, object, string?]) => {
    const address = kind === "email_changed" ? "old@address.test" : null;
    const [row] = await outboxStore.mail(db, kind, cleo.id, subject ?? null, at, address).returning();
    await db
      .update(outbox)
      .set(state)
      .where(eq(outbox.id, row?.id ?? ""));
  };
  await write("password_changed", { sentAt: at + 60_000, attempts: 1 });
  await write("email_changed", { sentAt: at, attempts: 1 });
  await write("receipt", { attempts: 3, dueAt: at + 3_600_000, error: "Error: mailbox full" }, order.id);
  await write("suspended", { sentAt: at, error: "not sent: the account was deleted" });
  await outboxStore.mail(db, "factor_added", other.id, null, at);

  const page = await ann.get(`/admin/users/${cleo.id}`);
  for (const words of [
    "Password changed sent 6 May 2026, 07:09 UTC · created 6 May 2026, 07:08 UTC",
    "Email changed to old@address.test sent 6 May 2026, 07:08 UTC",
    `Receipt order #${order.id.slice(0, 8)}`,
    "failed 3 times, next attempt 6 May 2026, 08:08 UTC",
    "Error: mailbox full",
    "Suspended dropped 6 May 2026, 07:08 UTC",
    "not sent: the account was deleted",
  ])
    expect(page.text).toContain(words);
  expect(page.links).toContain(`/admin/orders/${order.id}`);
  expect(page.text).not.toContain("Factor added");
});

it("The outcome of a mail says whether it waits, failed, was sent or was dropped", () => {
  const mail = { sentAt: null, attempts: 0, dueAt: at, error: null };
  expect([
    mailOutcome(mail),
    mailOutcome({ ...mail, attempts: 1 }),
    mailOutcome({ ...mail, sentAt: at, attempts: 1 }),
    mailOutcome({ ...mail, sentAt: at, error: "not sent: the account was deleted" }),
  ]).toEqual([
    "waits",
    "failed 1 time, next attempt 6 May 2026, 07:08 UTC",
    "sent 6 May 2026, 07:08 UTC",
    "dropped 6 May 2026, 07:08 UTC",
  ]);
});

it("Paging reaches all of a user's mails, 20 per page, and a page reads no more rows for 3,000 of them", async () => {
  const dora = await visitor.signedIn();
  await env.DB.prepare(
    `insert into outbox (id, kind, user_id, created_at, due_at, sent_at, attempts)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
     select 'dora-' || i, iif(i % 2, 'verify', 'reset'), ?, i, i, i, 1 from k`,
  )
    .bind(dora.id)
    .run();
  const countMails = (page: Page) => page.text.match(/(Verify|Reset) sent/g)?.length ?? 0;
  const first = await ann.get(`/admin/users/${dora.id}`);
  const older = first.links.find((link) => link.includes("mails=")) ?? "";
  expect([countMails(first), older]).toEqual([
    20,
    expect.stringMatching(new RegExp(`^/admin/users/${dora.id}\\?mails=\\d+#mails$`)),
  ]);
  const second = await ann.get(older.replace("#mails", ""));
  expect(countMails(second)).toBe(20);
  expect(second.links.find((link) => link.includes("mails="))).not.toBe(older);
  const oldest = await db.select().from(outbox).where(eq(outbox.id, "dora-15"));
  const last = await ann.get(`/admin/users/${dora.id}?mails=${oldest[0]?.number}`);
  expect([countMails(last), last.links.some((link) => link.includes("mails="))]).toEqual([14, false]);

  const { database, read } = measuredDatabase(env.DB);
  const { mails } = await listMails(databaseOf(database.withSession("first-primary")), dora.id, null);
  expect(mails.map(({ createdAt }) => createdAt)).toEqual(Array.from({ length: 20 }, (_, i) => 3000 - i));
  expect(read()).toBeLessThanOrEqual(60);
});
