import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { processMailEvent } from "#app/emails/mail-events.server.ts";
import { tagOf } from "#app/emails/mail-tag.ts";
import { sendIfDue } from "#app/emails/send-emails.server.ts";
import { dueNews, findNews } from "#app/gigs/saved/saved-news.server.ts";
import * as schema from "#drizzle/schema.ts";
import { gigs, outbox, savedNews, savedSeen, sessions, users } from "#drizzle/schema.ts";
import { deleteAccount, withPassword } from "../../support/accounts/deletion.ts";
import { faultyDatabase, measuredDatabase } from "../../support/bindings/faulty.ts";
import { deps, now } from "../../support/clock.ts";
import { gig } from "../../support/factories.ts";
import { mailDeps, sentMails } from "../../support/sent-mails.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

// docs/specification.md#saved-news

const save = (ann: Visitor, id: string) => ann.submit("/saved", { gig: id, intent: "save" });
const turn = (ann: Visitor, to: "on" | "off") => ann.submit("/saved", { intent: `news-${to}` });
const change = (id: string, to: Partial<typeof gigs.$inferInsert>) =>
  db.update(gigs).set(to).where(eq(gigs.id, id));
const mailsOf = (id: string) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, id), eq(outbox.kind, "saved_news")));

/** Sends the email about someone's saved services. @returns what was sent, and the row's error */
async function send(id: string) {
  const [waiting] = await mailsOf(id);
  if (!waiting) throw new Error("No email waits");
  sentMails.length = 0;
  await sendIfDue(mailDeps, waiting.id);
  const [row] = await db.select().from(outbox).where(eq(outbox.id, waiting.id));
  return { mail: sentMails[0], error: row?.error };
}
const nothingLeft = { mail: undefined, error: "not sent: nothing left to tell" };
const newsOf = (id: string) => db.select().from(savedNews).where(eq(savedNews.userId, id));
const seenOf = (id: string) => db.select().from(savedSeen).where(eq(savedSeen.userId, id));

/** Checks what someone saved, as if the week were over. */
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

it("It is off at first; the switch turns it on and off, however often it is pressed", async () => {
  const { ann, offer } = await saved();
  expect((await ann.get("/saved")).text).toContain("Get an email when there is news");
  expect(await look(ann.id)).toBe(false);
  const answers = await Promise.all([turn(ann, "on"), turn(ann, "on")]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, "/saved"],
    [303, "/saved"],
  ]);
  expect((await ann.get("/saved")).text).toContain("We email you when there is news");
  expect(await seenOf(ann.id)).toEqual([
    { userId: ann.id, gigId: offer.id, priceCents: 4000, available: true, wasCents: null, isBack: false },
  ]);
  await turn(ann, "off");
  await turn(ann, "off");
  expect(await newsOf(ann.id)).toEqual([]);
  expect(await seenOf(ann.id)).toEqual([]);
  expect((await visitor.signedOut().submit("/saved", { intent: "news-on" })).location).toMatch(/^\/sign-in/);
  await db.delete(sessions).where(eq(sessions.userId, ann.id));
  expect((await turn(ann, "on")).location).toMatch(/^\/sign-in/);
  expect(await newsOf(ann.id)).toEqual([]);
});

it("A lower price is one email, even if two runs look at the same time, and no other in the week after it", async () => {
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
  const { mail } = await send(ann.id);
  expect([mail?.to, mail?.subject]).toEqual([ann.email, `“${offer.title}” costs less now`]);
  expect(mail?.text).toContain(
    `${offer.title}: from $30, before $40\nhttps://shop.test/services/s/${offer.slug}`,
  );
  expect(mail?.text).toContain("See your saved services: https://shop.test/saved");
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

it("A suspended user and an unverified address get no email; once they can, they learn what has changed", async () => {
  const [suspended, unverified] = [await saved(), await saved()];
  const set = ({ id }: Visitor, to: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(to).where(eq(users.id, id));
  for (const { ann, offer } of [suspended, unverified]) {
    await turn(ann, "on");
    await change(offer.id, { priceCents: 3000 });
  }
  await set(suspended.ann, { suspendedAt: 1 });
  await set(unverified.ann, { emailVerifiedAt: null });
  for (const { ann } of [suspended, unverified]) {
    expect(await look(ann.id)).toBe(true);
    expect(await mailsOf(ann.id)).toHaveLength(0);
    await set(ann, { suspendedAt: null, emailVerifiedAt: 1 });
    await look(ann.id);
    expect(await mailsOf(ann.id)).toHaveLength(1);
  }
  // The email is written, but it isn't sent to someone who can't get it by then.
  await set(suspended.ann, { suspendedAt: 1 });
  await set(unverified.ann, { emailVerifiedAt: null });
  for (const { ann } of [suspended, unverified]) expect(await send(ann.id)).toEqual(nothingLeft);
});

it("A service that is removed while the list is read isn't remembered", async () => {
  const { ann, offers } = await saved(2);
  const [gone, kept] = offers;
  await turn(ann, "on");
  for (const { id } of offers) await change(id, { priceCents: 3000 });
  await db.update(savedNews).set({ nextAt: 1 }).where(eq(savedNews.userId, ann.id));
  const looking = faultyDatabase(env.DB, (sql) =>
    sql.includes('insert into "saved_seen"')
      ? ann.submit("/saved", { gig: gone?.id ?? "", intent: "forget" })
      : false,
  );
  expect(await dueNews.run({ ...deps, db: drizzle(looking, { schema }) }, ann.id)).toBe(true);
  expect((await seenOf(ann.id)).map(({ gigId }) => gigId)).toEqual([kept?.id]);
});

it("Its own link, its checkbox and a complaint turn it off and leave the other emails alone; its link turns it on again", async () => {
  const { ann, offer } = await saved();
  const isOn = async () => (await newsOf(ann.id)).length === 1;
  const others = async () =>
    (await ann.get("/profile/notices")).html.match(/type="checkbox"[^>]*name="\w+"[^>]*checked/g)?.length;
  await turn(ann, "on");
  await change(offer.id, { priceCents: 3000 });
  await look(ann.id);
  const { mail } = await send(ann.id);
  const path =
    /<(.*)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1]?.replace("https://shop.test", "") ?? "";
  const press = (fields: Record<string, string>) =>
    visitor.passingBy().fetch(path, { method: "POST", body: new URLSearchParams(fields) });

  expect((await visitor.passingBy().get(path)).text).toContain("Stop these emails? Saved services");
  expect((await press({ "List-Unsubscribe": "One-Click" })).status).toBe(200);
  expect([await isOn(), await others(), await seenOf(ann.id)]).toEqual([false, 4, []]);
  const stopped = await visitor.passingBy().get(path);
  expect(stopped.text).toContain("You stopped these emails");
  expect(stopped.text).not.toContain("Turn all emails back on");
  expect((await ann.get("/saved")).text).toContain("Get an email when there is news");
  await press({ intent: "again" });
  expect([await isOn(), (await seenOf(ann.id)).length]).toEqual([true, 1]);

  const boxes = { intent: "save", buying: "on", selling: "on", messages: "on", advice: "on" };
  await ann.submit("/profile/notices", boxes);
  expect([await isOn(), await others()]).toEqual([false, 4]);
  await ann.submit("/profile/notices", { ...boxes, saved: "on" });
  expect([await isOn(), await others()]).toEqual([true, 5]);

  const [row] = await mailsOf(ann.id);
  const complaint = { meaning: "complaint" as const, type: "email.complained", detail: "", sentAt: now() };
  await processMailEvent(deps, crypto.randomUUID(), {
    ...complaint,
    tag: tagOf(row?.id ?? ""),
    addresses: [ann.email],
  });
  expect([await isOn(), await others()]).toEqual([false, 4]);
});

it("An email that waits when it is turned off isn't sent", async () => {
  const { ann, offer } = await saved();
  await turn(ann, "on");
  await change(offer.id, { priceCents: 3000 });
  await look(ann.id);
  await turn(ann, "off");
  expect(await send(ann.id)).toEqual(nothingLeft);
});

it("The export says what is on and what was seen; a deleted account leaves nothing", async () => {
  const ben = await withPassword(await visitor.signedIn());
  await save(ben, (await gig(db)).id);
  await turn(ben, "on");
  const file = JSON.parse((await ben.get("/profile/export")).html);
  expect([file.savedNews.length, file.savedNewsSeen.length]).toEqual([1, 1]);
  await deleteAccount(ben);
  expect([await newsOf(ben.id), await seenOf(ben.id)]).toEqual([[], []]);
});

it("A look reads at most four rows of each service, and writes only what changed", async () => {
  const { ann, offer } = await saved(30);
  await turn(ann, "on");
  await change(offer.id, { priceCents: 3000 });
  const { database, read, written } = measuredDatabase(env.DB);
  await db
    .update(savedNews)
    .set({ nextAt: now() - 1 })
    .where(eq(savedNews.userId, ann.id));
  expect(await dueNews.run({ ...deps, db: drizzle(database, { schema }) }, ann.id)).toBe(true);
  expect(read()).toBeLessThanOrEqual(4 * 30 + 20);
  expect(written()).toBeLessThanOrEqual(20);
});
