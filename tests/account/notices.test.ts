import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { MailRefused } from "#app/emails/mail-refused.ts";
import { noticeOf } from "#app/emails/notice.ts";
import { sendIfDue } from "#app/emails/send-emails.server.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import * as schema from "#drizzle/schema.ts";
import { mailData } from "../emails/sample-mail.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { sweep } from "../support/clock.ts";
import { mailsTo } from "../support/mails.ts";
import { paidOrder } from "../support/purchase.ts";
import { mailDeps } from "../support/sent-mails.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const path = "/notices";

/** The subjects on a page of notices, with their links. */
const told = ({ html }: Page) =>
  [...html.matchAll(/<li><p>(?:<a href="([^"]*)">)?([^<]*)/g)].map(([, href, subject]) => [subject, href]);

/** An email that was sent at a time. */
const sent = (userId: string, at: number, change: Partial<typeof schema.outbox.$inferInsert> = {}) => ({
  id: crypto.randomUUID(),
  kind: "late",
  userId,
  createdAt: at,
  sentAt: at,
  dueAt: at,
  attempts: 1,
  ...change,
});

it("An email that was sent is on its reader's page of notices, and on no one else's", async () => {
  const { ann, bob, order } = await paidOrder();
  const [[receipt], [sold]] = [await mailsTo(ann.email), await mailsTo(bob.email)];
  const link = `/orders/${order.id}`;
  const escaped = (text = "") => text.replaceAll("'", "&#x27;");
  await expect
    .poll(async () => told(await ann.get(path)))
    .toEqual([[escaped(receipt?.subject), `${link}/receipt`]]);
  await expect.poll(async () => told(await bob.get(path))).toEqual([[escaped(sold?.subject), link]]);
  expect((await ann.get(`${link}/receipt`)).status).toBe(200);
  const file = JSON.parse((await ann.get("/profile/export")).html);
  expect(file.mails).toMatchObject([{ subject: receipt?.subject, path: `${link}/receipt` }]);
});

it("A visitor is asked to sign in and then returns; a page without notices says so", async () => {
  const { status, location } = await visitor.signedOut().get(path);
  expect([status, location?.startsWith("/sign-in?")]).toEqual([303, true]);
  expect(new URLSearchParams(location?.split("?")[1]).get("redirectTo")).toBe(path);
  const ann = await visitor.signedIn();
  const page = await ann.get(path);
  expect([page.status, page.text.includes("No notices yet")]).toEqual([200, true]);
  expect((await ann.get("/profile")).links).toContain(path);
});

it("The newest 100 are shown, newest first, by day in the reader's zone, and at most 110 rows are read", async () => {
  const ann = await visitor.signedIn();
  await db.update(schema.profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(schema.profiles.id, ann.id));
  const evening = Date.UTC(2026, 10, 20, 14, 30);
  const rows = Array.from({ length: 130 }, (_, index) =>
    sent(ann.id, evening + index * 60_000, index % 20 === 0 ? {} : { subject: `Number ${index}` }),
  );
  for (let at = 0; at < rows.length; at += 5) await db.insert(schema.outbox).values(rows.slice(at, at + 5));
  const page = await ann.get(path);
  const numbers = told(page).map(([subject]) => Number(subject?.slice("Number ".length)));
  const expected = [...rows.keys()].filter((index) => index % 20 !== 0).reverse();
  expect(numbers).toEqual(expected.slice(0, 100));
  expect(page.text).not.toContain("No notices yet");
  // 15:00 UTC is midnight in Tokyo.
  expect(page.text.indexOf("21 Nov 2026")).toBeLessThan(page.text.indexOf("20 Nov 2026"));
  expect(page.text).toMatch(/Number 31 00:01 Number 29 23:59|Number 31 00:01 .*20 Nov 2026 Number 29 23:59/);
  const measured = measuredDatabase(env.DB);
  expect(await outbox.listNotices(drizzle(measured.database, { schema }), ann.id)).toHaveLength(100);
  expect(measured.read()).toBeLessThanOrEqual(110);
});

it("An email to an address other than the account's is not a notice of the account", async () => {
  const ann = await visitor.signedIn();
  const at = Date.now();
  await outbox.mail(db, "password_changed", ann.id, null, at, "former@example.test");
  await outbox.mail(db, "username_changed", ann.id, null, at, ann.email);
  await sweep();
  expect((await mailsTo("former@example.test"))[0]?.kind).toBe("password_changed");
  await expect
    .poll(async () => told(await ann.get(path)))
    .toEqual([["Your username was changed", "/profile"]]);
});

it("An email whose group is off is not sent, but is still a notice", async () => {
  const ann = await visitor.signedIn();
  const off = { userId: ann.id, mailGroup: "advice", by: "user", offAt: 1 } as const;
  await db.insert(schema.mailSwitches).values(off);
  await sellerRow(ann.id, { status: "applied" });
  const registration = (await sellers.findByUser(db, ann.id))?.id ?? null;
  await outbox.mail(db, "fee_reminder", ann.id, registration, Date.now());
  await sweep();
  const expected = [["One step left to sell your services", "/services/sell"]];
  await expect.poll(async () => told(await ann.get(path)), { timeout: 5000 }).toEqual(expected);
  expect(await mailsTo(ann.email, 0)).toEqual([]);
});

it("An email that the provider does not accept, or refuses permanently, is still a notice", async () => {
  const ann = await visitor.signedIn();
  for (const error of [new Error("The provider is down"), new MailRefused("Too large", false)]) {
    await db.delete(schema.outbox).where(eq(schema.outbox.userId, ann.id));
    const [row] = await outbox.mail(db, "username_changed", ann.id, null, Date.now()).returning();
    const send = () => Promise.reject(error);
    expect(await sendIfDue({ ...mailDeps, mailer: { send } }, row?.id ?? "")).toBe(false);
    expect(told(await ann.get(path))).toEqual([["Your username was changed", "/profile"]]);
  }
});

it("A deleted account has no notices, even if an email was being sent", async () => {
  const ann = await visitor.signedIn();
  const notice = { subject: "For Ann", path: "/orders" };
  const [done, waiting] = [sent(ann.id, 1, notice), sent(ann.id, 2, { sentAt: null })];
  await db.insert(schema.outbox).values([done, waiting]);
  await outbox.addressesErased(db, ann.id, 3);
  await outbox.markSent(db, waiting.id, 4, notice);
  const rows = await db.select().from(schema.outbox).where(eq(schema.outbox.userId, ann.id));
  expect(rows.map(({ subject, path }) => [subject, path])).toEqual([
    [null, null],
    [null, null],
  ]);
});

it("Every kind of notice links to a page that asks a visitor to sign in", async () => {
  const guest = visitor.signedOut();
  const paths = new Set<string>();
  for (const [kind, template] of Object.entries(mailTemplates)) {
    const { path } = noticeOf(template(mailData), kind as MailKind, mailData.origin);
    if (path && !path.startsWith("/admin")) paths.add(path);
  }
  expect(paths.size).toBeGreaterThan(12);
  for (const path of paths) {
    const { status, location } = await guest.get(path);
    const isPage = status === 200 || (status === 303 && location?.startsWith("/sign-in"));
    expect([path, status, location, isPage]).toEqual([path, status, location, true]);
  }
});
