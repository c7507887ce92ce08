import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, test } from "vitest";
import * as threads from "#app/conversations/thread/thread.server.ts";
import { conversationSides, messages, orders, profiles, sessions } from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { connect, conversationOf, messagesOf, shownIn, talk, write } from "../support/conversations.ts";
import { person } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

const path = (id: string) => `/messages?conversation=${id}`;
/** The texts of `write`, from one number to another. */
const texts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `message ${from + i}`);
const linkWith = (links: string[], name: string) =>
  links.find((to) => to.includes(`&${name}=`)) ?? `no link with ${name}`;
const unreadOf = async (userId: string) => {
  const [side] = await db.select().from(conversationSides).where(eq(conversationSides.userId, userId));
  return side?.unread;
};

describe("Pages of a conversation", () => {
  test("Show the newest 50 messages, with links to older and newer ones; none is missing or repeated", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 120, { isRead: true });
    const newest = await ann.get(path(id));
    expect(shownIn(newest.html)).toEqual(texts(71, 120));
    const before = await ann.get(linkWith(newest.links, "before"));
    expect(shownIn(before.html)).toEqual(texts(21, 70));
    const first = await ann.get(linkWith(before.links, "before"));
    expect(shownIn(first.html)).toEqual(texts(1, 20));
    expect(first.links.some((to) => to.includes("&before="))).toBe(false);
    const after = await ann.get(linkWith(first.links, "after"));
    expect(shownIn(after.html)).toEqual(texts(21, 70));
    expect(newest.links.some((to) => to.includes("&after="))).toBe(false);
    expect(shownIn((await ann.get(`${path(id)}&before=nonsense`)).html)).toEqual(texts(71, 120));
  });

  test("Open at the first unread message, and mark what they show as read", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 30, { isRead: true });
    await write(id, bob, 70, { from: 31 });
    const page = await ann.get(path(id));
    expect(shownIn(page.html)).toEqual(texts(21, 70));
    expect(page.text.indexOf("New messages")).toBeGreaterThan(page.text.indexOf("message 30"));
    expect(page.text.indexOf("New messages")).toBeLessThan(page.text.indexOf("message 31"));
    expect([await unreadOf(ann.id), (await ann.get("/")).text.includes("30 unread")]).toEqual([30, true]);
    const rest = await ann.get(linkWith(page.links, "after"));
    expect(shownIn(rest.html)).toEqual(texts(71, 100));
    expect(await unreadOf(ann.id)).toBe(0);
    expect((await messagesOf(id)).every(({ isRead }) => isRead)).toBe(true);
    expect((await ann.get(path(id))).text).not.toContain("New messages");
  });

  test("Mark nothing as read if they leave out the first unread message", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 120);
    const all = await messagesOf(id);
    await ann.get(`${path(id)}&before=${all.at(-1)?.number}`);
    await ann.get(`${path(id)}&q=message`);
    expect(await unreadOf(ann.id)).toBe(120);
  });

  test("Show days and times in the viewer's time zone, or in UTC", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 1, { from: 80_000 });
    expect((await ann.get(path(id))).text).toMatch(/1 Jan 1970.*22:13 UTC/s);
    await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
    const page = await ann.get(path(id));
    expect(page.text).toMatch(/2 Jan 1970.*07:13/s);
    expect(page.text).not.toContain("07:13 UTC");
  });
});

test("Warn about a message that suggests paying elsewhere, which is decided when it is sent", async () => {
  const { ann, bob, id } = await talk();
  const tab = await connect(bob);
  const say = async (content: string) =>
    expect((await ann.submit("/messages", { conversation: id, content })).status).toBe(303);
  await say("I take PayPal");
  await say("See https://a.example");
  await expect
    .poll(() => tab.received)
    .toMatchObject([{ message: { looksElsewhere: true } }, { message: { looksElsewhere: false } }]);
  tab.socket?.close();
  expect((await messagesOf(id)).map((message) => message.looksElsewhere)).toEqual([true, false]);
  const warnings = async (who: Visitor) =>
    (await who.get(path(id))).text.split("Pay and talk on Handiwork: outside it, there are no refunds")
      .length - 1;
  // Bob has never written to Ann, so her link counts as well.
  expect([await warnings(bob), await warnings(ann)]).toEqual([2, 0]);
  await bob.submit("/messages", { conversation: id, content: "Hello" });
  expect(await warnings(bob)).toBe(1);
  await db.update(messages).set({ looksElsewhere: false });
  expect(await warnings(bob)).toBe(0);
  // A message of an earlier release.
  await db.update(messages).set({ looksElsewhere: null });
  expect(await warnings(bob)).toBe(1);
});

describe("Search in a conversation", () => {
  test("Ignores case, including that of letters beyond ASCII, and lists the newest first", async () => {
    const { ann, bob, id } = await talk();
    for (const content of ["Ärger mit dem Stempel", "no", "ÄRGER", "% _ 100%"])
      await db.insert(messages).values({
        id: crypto.randomUUID(),
        conversationId: id,
        senderId: bob.id,
        content,
        isRead: true,
        createdAt: 1,
      });
    const found = async (q: string) =>
      shownIn((await ann.get(`${path(id)}&q=${encodeURIComponent(q)}`)).html);
    expect(await found("ärger")).toEqual(["ÄRGER", "Ärger mit dem Stempel"]);
    expect(await found("100%")).toEqual(["% _ 100%"]);
    expect(await found("_%")).toEqual([]);
    expect((await ann.get(`${path(id)}&q=missing`)).text).toContain("Not found here.");
  });

  test("Searches 2,000 messages per page, and further back on demand", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 4100, { isRead: true });
    const first = await ann.get(`${path(id)}&q=message+99`);
    expect([shownIn(first.html), first.text.includes("Not found here.")]).toEqual([[], true]);
    const further = (links: string[]) =>
      links.find((to) => to.includes("&q=") && to.includes("&before=")) ?? "";
    const second = await ann.get(further(first.links));
    expect(shownIn(second.html)).toHaveLength(10);
    const third = await ann.get(further(second.links));
    expect(shownIn(third.html)).toEqual(["message 99"]);
    expect(further(third.links)).toBe("");
    const many = await ann.get(`${path(id)}&q=message`);
    expect(shownIn(many.html)).toHaveLength(50);
    expect(shownIn((await ann.get(further(many.links))).html)[0]).toBe("message 4050");
  });
});

describe("The head of a conversation", () => {
  test("Shows level, last visit and local time, and links to a seller's public page", async () => {
    const { ann, bob, id } = await talk();
    const plain = await ann.get(path(id));
    expect(plain.text).toContain("last seen today");
    expect(plain.links.some((to) => to.startsWith("/@"))).toBe(false);
    const [profile] = await db
      .update(profiles)
      .set({ sellerLevel: "Level 2", timeZone: "Asia/Tokyo" })
      .where(eq(profiles.id, bob.id))
      .returning();
    await sellerRow(bob.id, { status: "active" });
    await db.update(sessions).set({ seenAt: Date.now() - 3 * 86_400_000 });
    await ann.beginSession();
    const page = await ann.get(path(id));
    expect(page.links).toContain(`/@${profile?.username}`);
    expect(page.text).toMatch(/Level 2 · last seen on \d+ \w+ \d{4} · \d\d:\d\d local time/);
    await db.update(sessions).set({ seenAt: 1 }).where(eq(sessions.userId, bob.id));
    expect((await ann.get(path(id))).text).not.toContain("last seen");
  });

  test("Shows up to three open orders between the two, newest first, and no others", async () => {
    const { ann, bob, id } = await talk();
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await orderRow(db, { buyerId: ann.id, sellerId: bob.id }));
    const sold = await orderRow(db, {
      buyerId: bob.id,
      sellerId: ann.id,
      status: "in progress",
      stage: "working",
    });
    await orderRow(db, { buyerId: ann.id, sellerId: bob.id, status: "completed", stage: "closed" });
    await orderRow(db, { buyerId: ann.id, sellerId: (await person(db)).id });
    const page = await ann.get(path(id));
    const shown = page.links.filter((to) => to.startsWith("/orders/"));
    expect(shown).toEqual([sold, made[3], made[2]].map((order) => `/orders/${order?.id}`));
    expect(page.text).toContain("In progress");
  });
});

test("A conversation of 10,000 messages, and one full of unread ones, cost at most 120 rows", async () => {
  const { ann, bob, id } = await talk();
  await write(id, bob, 10_000, { isRead: true });
  for (let i = 0; i < 5; i++) await orderRow(db, { buyerId: ann.id, sellerId: bob.id });
  await db.update(orders).set({ sellerId: bob.id }).where(eq(orders.buyerId, ann.id));
  const measured = measuredDatabase(env.DB);
  const counted = drizzle(measured.database);
  const cost = async (work: () => Promise<unknown>) => {
    const before = measured.read();
    await work();
    return measured.read() - before;
  };
  const opened = await cost(() => threads.findThread(counted, id, ann.id));
  const paged = await cost(() =>
    threads.findThread(counted, id, ann.id, { before: 5000, after: null, q: "" }),
  );
  await write(id, bob, 1000, { from: 10_001 });
  const unread = await cost(() => threads.findThread(counted, id, ann.id));
  expect([opened, paged, unread].map((rows) => rows <= 120)).toEqual([true, true, true]);
});

test("A user outside the conversation gets 404 for its pages, its search and its missed messages", async () => {
  const { bob, id } = await talk();
  await write(id, bob, 3);
  const eve = await visitor.signedIn();
  for (const address of [path(id), `${path(id)}&before=9`, `${path(id)}&q=message`]) {
    const page = await eve.get(address);
    expect([page.status, page.html.includes("message 1")]).toEqual([404, false]);
  }
  const headers = { Origin: origin };
  const since = (who: typeof eve, query: string) => who.fetch(`/messages/since?${query}`);
  const answers = [
    await since(eve, `conversation=${id}&after=0`),
    await since(eve, `conversation=${id}&before=9`),
    await since(eve, "conversation=unknown"),
    await since(visitor.signedOut(), `conversation=${id}&after=0`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 401]);
  for (const answer of answers) expect(await answer.text()).not.toContain("message 1");
  const body = new URLSearchParams({ conversation: id, upTo: "999999" });
  expect(await (await eve.fetch("/messages/read", { method: "POST", headers, body })).json()).toEqual({
    read: false,
  });
  expect(await conversationOf(eve, bob)).not.toBe(id);
  expect((await messagesOf(id)).some(({ isRead }) => isRead)).toBe(false);
});
