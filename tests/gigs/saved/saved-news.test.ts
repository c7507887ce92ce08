import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { sendIfDue } from "#app/emails/send-emails.server.ts";
import { dueNews, findNews } from "#app/gigs/saved/saved-news.server.ts";
import { gigs, outbox, savedNews, savedSeen, sessions, users } from "#drizzle/schema.ts";
import { cloudflareMailer } from "#workers/platform/mailer.ts";
import { mailHtml } from "#workers/render/mail-html.ts";
import { deleteAccount, withPassword } from "../../support/accounts/deletion.ts";
import { measuredDatabase } from "../../support/bindings/measured-database.ts";
import { deps as common, now } from "../../support/clock.ts";
import { gig } from "../../support/factories.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

// docs/specification.md#saved-news

/** The emails that were sent. */
const sent: { to: string; subject: string; text: string }[] = [];
const binding = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) };
const mailing = {
  ...common,
  origin: "https://shop.test",
  operator: { name: "Ann's shop", address: "1 Main Street", email: "ann@shop.test" },
  mailer: cloudflareMailer({ EMAIL: binding as never, MAIL_FROM: "shop@shop.test" }),
  mailHtml,
  inboxes: { push: async () => {}, forgetWatching: async () => {}, endSession: async () => {} },
};

const save = (ann: Visitor, id: string) => ann.submit("/saved", { gig: id, intent: "save" });
const turn = (ann: Visitor, to: "on" | "off") => ann.submit("/saved", { intent: `news-${to}` });
const change = (id: string, to: Partial<typeof gigs.$inferInsert>) =>
  db.update(gigs).set(to).where(eq(gigs.id, id));
const mailsOf = (id: string) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, id), eq(outbox.kind, "saved_news")));

/** Looks at what someone saved, as if the week were over. */
async function look(id: string) {
  await db
    .update(savedNews)
    .set({ nextAt: now() - 1 })
    .where(eq(savedNews.userId, id));
  return await dueNews.run({ db, clock: { now } }, id);
}

async function saved(count = 1) {
  const ann = await visitor.signedIn();
  const offers = await Promise.all(Array.from({ length: count }, () => gig(db, { priceCents: 4000 })));
  for (const { id } of offers) await save(ann, id);
  const [offer] = offers;
  if (!offer) throw new Error("Nothing is saved");
  return { ann, offer, offers };
}

it("It is off at first; the switch turns it on and off, as often as it is pressed", async () => {
  const { ann, offer } = await saved();
  expect((await ann.get("/saved")).text).toContain("Get an email when there is news");
  expect(await look(ann.id)).toBe(false);
  const answers = await Promise.all([turn(ann, "on"), turn(ann, "on")]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, "/saved"],
    [303, "/saved"],
  ]);
  expect((await ann.get("/saved")).text).toContain("We email you when there is news");
  expect(await db.select().from(savedSeen).where(eq(savedSeen.userId, ann.id))).toEqual([
    { userId: ann.id, gigId: offer.id, priceCents: 4000, available: true, wasCents: null, isBack: false },
  ]);
  await turn(ann, "off");
  await turn(ann, "off");
  expect(await db.select().from(savedNews).where(eq(savedNews.userId, ann.id))).toEqual([]);
  expect(await db.select().from(savedSeen).where(eq(savedSeen.userId, ann.id))).toEqual([]);
  expect((await visitor.signedOut().submit("/saved", { intent: "news-on" })).location).toMatch(/^\/sign-in/);
  await db.delete(sessions).where(eq(sessions.userId, ann.id));
  expect((await turn(ann, "on")).location).toMatch(/^\/sign-in/);
  expect(await db.select().from(savedNews).where(eq(savedNews.userId, ann.id))).toEqual([]);
});

it("A fallen price is one email, also if two look at once, and none in the week after", async () => {
  const { ann, offer } = await saved();
  await turn(ann, "on");
  expect(await dueNews.find({ db, clock: { now } }, 500)).not.toContain(ann.id);
  await change(offer.id, { priceCents: 3000 });
  expect(await dueNews.run({ db, clock: { now } }, ann.id)).toBe(false);
  await db
    .update(savedNews)
    .set({ nextAt: now() - 1 })
    .where(eq(savedNews.userId, ann.id));
  const both = await Promise.all([1, 2].map(() => dueNews.run({ db, clock: { now } }, ann.id)));
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await mailsOf(ann.id)).toHaveLength(1);
  const [waiting] = await mailsOf(ann.id);
  await sendIfDue(mailing, waiting?.id ?? "");
  const mail = sent.find(({ to }) => to === ann.email);
  expect(mail?.subject).toBe(`“${offer.title}” costs less now`);
  expect(mail?.text).toContain("from $30, before $40");
  expect(mail?.text).toContain("/saved");
  await change(offer.id, { priceCents: 2000 });
  expect(await dueNews.run({ db, clock: { now } }, ann.id)).toBe(false);
  expect(await mailsOf(ann.id)).toHaveLength(1);
  await look(ann.id);
  expect(await mailsOf(ann.id)).toHaveLength(2);
});

it("A service that can be ordered again is news; what is gone when the email is sent is left out", async () => {
  const { ann, offers } = await saved(2);
  const [one, other] = offers;
  if (!one || !other) throw new Error("Nothing is saved");
  await turn(ann, "on");
  await change(one.id, { state: "paused", listed: false });
  await look(ann.id);
  expect(await mailsOf(ann.id)).toHaveLength(0);
  await change(one.id, { state: "active", listed: true });
  await change(other.id, { priceCents: 3500 });
  await look(ann.id);
  expect(await findNews(db, ann.id)).toEqual({
    items: [
      { title: other.title, slug: other.slug, priceCents: 3500, wasCents: 4000 },
      { title: one.title, slug: one.slug, priceCents: 4000, wasCents: null },
    ],
    more: 0,
  });
  await change(one.id, { listed: false });
  await change(other.id, { priceCents: 4100 });
  expect(await findNews(db, ann.id)).toBeNull();
  await ann.submit("/saved", { gig: one.id, intent: "forget" });
  expect(await db.select().from(savedSeen).where(eq(savedSeen.gigId, one.id))).toEqual([]);
});

it("A suspended user gets none, and a deleted account leaves nothing", async () => {
  const { ann, offer } = await saved();
  await turn(ann, "on");
  await change(offer.id, { priceCents: 3000 });
  await db.update(users).set({ suspendedAt: now() }).where(eq(users.id, ann.id));
  await look(ann.id);
  expect(await mailsOf(ann.id)).toHaveLength(0);
  const ben = await withPassword(await visitor.signedIn());
  await save(ben, (await gig(db)).id);
  await turn(ben, "on");
  await deleteAccount(ben);
  expect(await db.select().from(savedNews).where(eq(savedNews.userId, ben.id))).toEqual([]);
  expect(await db.select().from(savedSeen).where(eq(savedSeen.userId, ben.id))).toEqual([]);
});

it("A look reads at most four rows of each service, and writes only what changed", async () => {
  const { ann, offer } = await saved(30);
  await turn(ann, "on");
  await change(offer.id, { priceCents: 3000 });
  const { database, read, written } = measuredDatabase(env.DB);
  const deps = { db: drizzle(database), clock: { now } };
  await db
    .update(savedNews)
    .set({ nextAt: now() - 1 })
    .where(eq(savedNews.userId, ann.id));
  expect(await dueNews.run(deps as Parameters<typeof dueNews.run>[0], ann.id)).toBe(true);
  expect(read()).toBeLessThanOrEqual(4 * 30 + 20);
  expect(written()).toBeLessThanOrEqual(20);
});
