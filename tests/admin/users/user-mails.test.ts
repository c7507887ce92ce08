import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { mailOutcome } from "#app/admin/mail-list.tsx";
import { listMails } from "#app/admin/users/user-mails.server.ts";
import * as outboxStore from "#app/outbox/outbox.server.ts";
import { never } from "#app/outbox/tries.ts";
import { accountLinks, outbox } from "#drizzle/schema.ts";
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

  const page = await ann.get(`/admin/users/${cleo.id}?tab=mails`);
  for (const words of [
    "Password changed their own address 6 May 2026, 07:08 UTC sent 6 May 2026, 07:09 UTC",
    "Email changed old@address.test 6 May 2026, 07:08 UTC sent 6 May 2026, 07:08 UTC",
    `Receipt order #${order.id.slice(0, 8)}`,
    "failed 3 times, next attempt 6 May 2026, 08:08 UTC",
    "Error: mailbox full",
    "Suspended their own address 6 May 2026, 07:08 UTC dropped 6 May 2026, 07:08 UTC",
    "not sent: the account was deleted",
  ])
    expect(page.text).toContain(words);
  expect(page.links).toContain(`/admin/orders/${order.id}`);
  expect(page.text).not.toContain("Factor added");
});

it("The outcome of a mail says whether it waits, is being sent, failed, was sent or was dropped", () => {
  const mail = { sentAt: null, attempts: 0, dueAt: at, error: null };
  expect([
    mailOutcome(mail),
    mailOutcome({ ...mail, attempts: 1 }),
    mailOutcome({ ...mail, attempts: 1, error: "Error: mailbox full" }),
    mailOutcome({ ...mail, attempts: 8, dueAt: never + at }),
    mailOutcome({ ...mail, attempts: 8, dueAt: never, error: "Error: mailbox full" }),
    mailOutcome({ ...mail, sentAt: at, attempts: 1 }),
    mailOutcome({ ...mail, sentAt: at, error: "not sent: the account was deleted" }),
  ]).toEqual([
    "waiting",
    "is being sent, next attempt 6 May 2026, 07:08 UTC",
    "failed 1 time, next attempt 6 May 2026, 07:08 UTC",
    "last attempt 6 May 2026, 07:08 UTC, no answer yet",
    "given up after 8 tries",
    "sent 6 May 2026, 07:08 UTC",
    "dropped 6 May 2026, 07:08 UTC",
  ]);
});

it("Paging reaches all of a user's mails, 50 per page, and a page reads no more rows for 3,000 of them", async () => {
  const dora = await visitor.signedIn();
  await env.DB.prepare(
    `insert into outbox (id, kind, user_id, created_at, due_at, sent_at, attempts)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
     select 'dora-' || i, iif(i % 2, 'verify', 'reset'), ?, i, i, i, 1 from k`,
  )
    .bind(dora.id)
    .run();
  const countMails = (page: Page) => page.text.match(/(Verify|Reset) their own address/g)?.length ?? 0;
  const path = `/admin/users/${dora.id}?tab=mails`;
  const first = await ann.get(path);
  const older = first.links.find((link) => link.includes("after=")) ?? "";
  expect([countMails(first), older]).toEqual([50, expect.stringMatching(/\?tab=mails&after=\d+$/)]);
  const second = await ann.get(older);
  expect(countMails(second)).toBe(50);
  expect(second.links.find((link) => link.includes("after="))).not.toBe(older);
  const oldest = await db.select().from(outbox).where(eq(outbox.id, "dora-15"));
  const last = await ann.get(`${path}&after=${oldest[0]?.number}`);
  expect([countMails(last), last.links.some((link) => link.includes("after="))]).toEqual([14, false]);

  const { database, read } = measuredDatabase(env.DB);
  const { shown } = await listMails(databaseOf(database.withSession("first-primary")), dora.id, null);
  expect(shown.map(({ createdAt }) => createdAt)).toEqual(Array.from({ length: 50 }, (_, i) => 3000 - i));
  expect(read()).toBeLessThanOrEqual(110);
});

it("An operator reads the words of an email without a link, and never those of one with a link", async () => {
  const [eva, other] = [await visitor.signedIn(), await visitor.signedIn()];
  const path = `/admin/users/${eva.id}?tab=mails`;
  const gone = "If you write to us, include this number";
  await outboxStore.mail(db, "account_deleted", eva.id, null, at);
  const [link] = await db.batch([
    db
      .insert(accountLinks)
      .values({
        id: crypto.randomUUID(),
        kind: "reset",
        userId: eva.id,
        email: eva.email,
        createdAt: at,
        expiresAt: at * 2,
      })
      .returning(),
  ]);
  await outboxStore.mail(db, "reset", eva.id, link[0]?.id ?? "", at, eva.email);
  await outboxStore.mail(db, "restored", eva.id, null, at);
  const [plain, ...linking] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.userId, eva.id))
    .orderBy(outbox.number);

  const list = await ann.get(path);
  expect(list.text).not.toContain(gone);
  expect(list.links.filter((to) => to.includes("mail="))).toEqual([`${path}&mail=${plain?.number}`]);
  expect((await ann.get(`${path}&mail=${plain?.number}`)).text).toContain(gone);
  for (const { number } of linking) {
    const page = await ann.get(`${path}&mail=${number}`);
    expect(page.status).toBe(200);
    expect(page.html).not.toMatch(/token=|Choose a new password|Hi there|id="words"/);
  }
  // Another user's page does not show it.
  const elsewhere = await ann.get(`/admin/users/${other.id}?tab=mails&mail=${plain?.number}`);
  expect(elsewhere.text).not.toContain(gone);
});
