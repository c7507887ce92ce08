import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { pairOf } from "#app/conversations/conversation.ts";
import * as list from "#app/conversations/list/list.server.ts";
import { send } from "#app/conversations/sending/sending.server.ts";
import { findHeader } from "#app/profiles/profiles.server.ts";
import { conversationSides, conversations, messages, sessions } from "#drizzle/schema.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { person } from "../support/factories.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

/** A conversation with one message from the other. @returns its id, and the other's name */
async function messageTo(ann: Visitor, at: number) {
  const other = await person(db);
  const id = crypto.randomUUID();
  const times = { createdAt: at, updatedAt: at };
  await db.insert(conversations).values({ id, ...pairOf(ann.id, other.id), lastMessage: "Hello", ...times });
  await write(id, other.id, at);
  return { id, other };
}

const write = (conversationId: string, senderId: string, createdAt: number) =>
  db.insert(messages).values({
    id: crypto.randomUUID(),
    conversationId,
    senderId,
    content: "Hello",
    isRead: false,
    createdAt,
  });

const path = (id: string) => `/messages?conversation=${id}`;
const listed = (links: string[]) =>
  links.flatMap((to) => /^\/messages\?conversation=([\w-]+)/.exec(to)?.[1] ?? []);

test("Conversations are listed 30 per page, those with the latest message first", async () => {
  const ann = await visitor.signedIn();
  const made = [];
  for (let i = 0; i < 35; i++) made.push((await messageTo(ann, 1000 + i)).id);
  const newestFirst = made.toReversed();
  const first = await ann.get("/messages");
  expect(listed(first.links).slice(0, 30)).toEqual(newestFirst.slice(0, 30));
  const older = first.links.find((to) => to.startsWith("/messages?list=")) ?? "";
  const second = await ann.get(older);
  expect([...new Set(listed(second.links))]).toEqual(newestFirst.slice(30));
  expect(second.links.some((to) => to.startsWith("/messages?list="))).toBe(false);
  expect((await ann.get("/messages?list=nonsense")).status).toBe(200);
});

test("The unread list has conversations with unread messages; opening one removes it from the list and the badge", async () => {
  const ann = await visitor.signedIn();
  const [one, two] = [await messageTo(ann, 1000), await messageTo(ann, 2000)];
  await write(one.id, one.other.id, 3000);
  expect((await ann.get("/")).text).toContain("3 unread");
  await ann.get(path(one.id));
  const unread = await ann.get("/messages?show=unread");
  expect([...new Set(listed(unread.links))]).toEqual([two.id]);
  expect((await ann.get("/")).text).toContain("1 unread");
  const [side] = await db.select().from(conversationSides).where(eq(conversationSides.otherId, one.other.id));
  expect(side).toMatchObject({ unread: 0, lastRead: expect.any(Number) });
  await ann.get(path(two.id));
  expect((await ann.get("/messages?show=unread")).text).toContain("Nothing unread.");
});

test("An archived conversation leaves only that user's list, and a new message brings it back", async () => {
  const ann = await visitor.signedIn();
  const { id, other } = await messageTo(ann, 1000);
  const page = await ann.submitAndFollow("/messages", { conversation: id, intent: "archive" });
  expect(page.text).toContain("Archived. A new message brings it back");
  expect(listed((await ann.get("/messages")).links)).toEqual([]);
  expect(listed((await ann.get("/messages?show=archived")).links)).toContain(id);
  const [theirs] = await db.select().from(conversationSides).where(eq(conversationSides.userId, other.id));
  expect(theirs?.isArchived).toBe(false);
  await write(id, other.id, 2000);
  expect(listed((await ann.get("/messages")).links)).toContain(id);
  await ann.submit("/messages", { conversation: id, intent: "archive" });
  await ann.submit("/messages", { conversation: id, intent: "bring-back" });
  expect(listed((await ann.get("/messages")).links)).toContain(id);
});

test("A conversation is found by part of the other user's name", async () => {
  const ann = await visitor.signedIn();
  const [one] = [await messageTo(ann, 1000), await messageTo(ann, 2000)];
  const part = one.other.username.slice(2).toUpperCase();
  const found = await ann.get(`/messages?name=${part}`);
  expect([...new Set(listed(found.links))]).toEqual([one.id]);
  expect(found.field("name")).toBe(part);
  expect((await ann.get("/messages?name=%25")).text).toContain("No conversations here.");
});

test("Another user or an ended session cannot archive a conversation", async () => {
  const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
  const { id } = await messageTo(ann, 1000);
  const archive = { conversation: id, intent: "archive" };
  expect((await eve.submit("/messages", archive)).status).toBe(404);
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  expect((await ann.submit("/messages", archive)).location).toContain("/sign-in");
  const sides = await db.select().from(conversationSides).where(eq(conversationSides.isArchived, true));
  expect(sides).toEqual([]);
});

test("A conversation without a message is only in the list of the user who opened it", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const opened = (await ann.get(`/messages?user=${bob.id}`)).location ?? "";
  const [id = ""] = listed([opened]);
  expect(listed((await ann.get("/messages")).links)).toContain(id);
  expect((await bob.get("/messages")).text).toContain("No messages");
  await ann.submit("/messages", { conversation: id, content: "Hello" });
  expect(listed((await bob.get("/messages")).links)).toContain(id);
});

test("The list of 5,000 conversations reads at most 120 rows, a send at most 26", async () => {
  const ann = await visitor.signedIn();
  const { id } = await messageTo(ann, 1);
  const many = sql`with recursive n(value) as (select 1 union all select value + 1 from n where value < 5000)`;
  const guest = sql`'guest-' || value`;
  await db.run(
    sql`insert into users (id, email, role, created_at) ${many} select ${guest}, ${guest} || '@example.test', 'user', 1 from n`,
  );
  await db.run(
    sql`insert into profiles (id, username, full_name, created_at) ${many} select ${guest}, ${guest}, 'Guest', 1 from n`,
  );
  await db.run(sql`insert into conversations (id, first_id, second_id, created_at, updated_at) ${many}
    select ${guest}, min(${ann.id}, ${guest}), max(${ann.id}, ${guest}), 1, value from n`);
  await db.run(sql`insert into messages (id, conversation_id, sender_id, content, is_read, created_at) ${many}
    select ${guest}, ${guest}, ${guest}, 'Hello', 0, value from n`);
  const measured = measuredDatabase(env.DB);
  const counted = drizzle(measured.database);
  const cost = async (work: () => Promise<unknown>) => {
    const before = [measured.read(), measured.written()] as const;
    await work();
    return [measured.read() - before[0], measured.written() - before[1]] as const;
  };
  const [listRead] = await cost(() => list.list(counted, ann.id));
  const [unreadRead] = await cost(() =>
    list.list(counted, ann.id, { filter: "unread", before: null, name: "" }),
  );
  const [badgeRead] = await cost(() => findHeader(counted, ann.id));
  const inboxes = { push: async () => {}, forgetWatching: async () => {}, endSession: async () => {} };
  const draft = { id: crypto.randomUUID(), conversationId: id, senderId: ann.id, content: "Hello again" };
  const [sendRead, sendWritten] = await cost(() =>
    send({ db: counted, inboxes, later: () => {} }, draft, Date.now()),
  );
  expect([listRead <= 120, unreadRead <= 120, badgeRead <= 110]).toEqual([true, true, true]);
  // Nearly always 25: one more is possible, depending on where a random id falls among the others.
  expect([sendRead <= 26, sendWritten <= 12]).toEqual([true, true]);
});
