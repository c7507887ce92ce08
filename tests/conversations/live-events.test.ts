import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles, users } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { connect, messagesOf, talk, write } from "../support/conversations.ts";
import { db, origin, type Visitor } from "../support/visitor.ts";

const headers = { Origin: origin };
const post = (who: Visitor, path: string, fields: Record<string, string>) =>
  who.fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) });
const say = (who: Visitor, conversation: string, content: string) =>
  post(who, "/messages/send", { conversation, content, sender: who.id, id: crypto.randomUUID() });
const path = (id: string) => `/messages?conversation=${id}`;

describe("Live events", () => {
  test("An event has the whole message and the number of the one before it, so that the page needs no read", async () => {
    const { ann, bob, id } = await talk();
    const tab = await connect(bob);
    await say(ann, id, "One");
    await say(ann, id, "Two");
    await expect.poll(() => tab.received.length).toBe(2);
    const [one, two] = await messagesOf(id);
    expect(tab.received).toMatchObject([
      { type: "message", conversation: id, previous: null, message: { content: "One", senderId: ann.id } },
      { type: "message", conversation: id, previous: one?.number, message: { number: two?.number } },
    ]);
    tab.socket?.close();
  });

  test("Opening the conversation sends 'read' to the sender, and the new count to the reader", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 3);
    const [sender, reader] = [await connect(ann), await connect(bob)];
    await bob.get(path(id));
    const last = (await messagesOf(id)).at(-1)?.number;
    const read = { type: "read", conversation: id, reader: bob.id, upTo: last, left: 0 };
    await expect.poll(() => sender.received).toEqual([read]);
    await expect.poll(() => reader.received).toEqual([read, { type: "badge", unread: 0 }]);
    // Opening it again sends nothing.
    await bob.get(path(id));
    await bob.get("/messages");
    expect([sender.received.length, reader.received.length]).toEqual([1, 2]);
  });

  test("The script marks messages as read up to the last one shown, once, and never from the list alone", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 5);
    const all = await messagesOf(id);
    await bob.get("/messages");
    await bob.get(path(id), { "Sec-Purpose": "prefetch" });
    expect((await messagesOf(id)).some(({ isRead }) => isRead)).toBe(false);
    const mark = async (upTo: string) =>
      (await post(bob, "/messages/read", { conversation: id, upTo })).json();
    expect(await mark(String(all[2]?.number))).toEqual({ read: true });
    expect((await messagesOf(id)).map(({ isRead }) => isRead)).toEqual([true, true, true, false, false]);
    expect((await bob.get("/")).text).toContain("2 unread");
    expect(await mark(String(all[2]?.number))).toEqual({ read: false });
    expect(await mark("nonsense")).toEqual({ read: false });
    expect(await mark("999999999")).toEqual({ read: true });
    // A later message is unread again.
    await say(ann, id, "Six");
    expect((await bob.get("/")).text).toContain("1 unread");
  });

  test("A page gets what it missed: at most 100 messages at a time, how far the other user has read, and changed conversations", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 1);
    const [first] = await messagesOf(id);
    await write(id, ann, 130, { from: 2 });
    const since = async (query: Record<string, string>) =>
      (await ann.fetch(`/messages/since?${new URLSearchParams(query)}`)).json<Record<string, unknown>>();
    const missed = await since({ conversation: id, after: String(first?.number), list: "0" });
    expect(missed).toMatchObject({ newer: true, readUpTo: 0, more: false, list: [{ id, unread: 0 }] });
    const messages = missed.messages as { number: number; content: string }[];
    expect([messages.length, messages[0]?.content]).toEqual([100, "message 2"]);
    const rest = await since({ conversation: id, after: String(messages.at(-1)?.number), list: "99999999" });
    expect((rest.messages as unknown[]).length).toBe(30);
    expect(rest).toMatchObject({ newer: false, list: [] });
    await bob.get(path(id));
    const again = await since({ conversation: id, after: "0" });
    expect(Number(again.readUpTo)).toBeGreaterThan(first?.number ?? 0);
    expect(await since({ list: "0" })).toMatchObject({ messages: [], list: [{ id }] });
  });
});

describe("Sending from the browser's outbox", () => {
  test("The answer is the saved message; sending it again gives the same message", async () => {
    const { ann, id } = await talk();
    const fields = { conversation: id, content: " Hi ", sender: ann.id, id: crypto.randomUUID() };
    const answers = [await post(ann, "/messages/send", fields), await post(ann, "/messages/send", fields)];
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
    expect(one).toMatchObject({ sent: { content: "Hi", id: fields.id, isRead: false }, previous: null });
    expect(two).toEqual(one);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  test("Nothing is sent for another account, or without a session", async () => {
    const { ann, bob, id } = await talk();
    const fields = { conversation: id, content: "Hi", sender: ann.id, id: crypto.randomUUID() };
    const foreign = await post(bob, "/messages/send", fields);
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { isFinal: false }]);
    await ann.submit("/sign-out", {});
    const out = await post(ann, "/messages/send", fields);
    expect([out.status, await out.json()]).toEqual([
      401,
      { refusal: "Please sign in to continue", isFinal: false },
    ]);
    expect(await messagesOf(id)).toEqual([]);
  });

  test("While the database is down, a message waits in the browser's outbox, with its sentence", async () => {
    const { ann, id } = await talk();
    const fields = { conversation: id, content: "Hi", sender: ann.id, id: crypto.randomUUID() };
    const { send } = ann;
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"messages"')) });
    expectErrorLog("message not sent");
    const down = await post(ann, "/messages/send", fields);
    expect([down.status, await down.json()]).toEqual([
      503,
      { refusal: "Failed to send message", isFinal: false },
    ]);
    ann.send = send;
    expect((await post(ann, "/messages/send", fields)).status).toBe(200);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  test("While the live objects are down, a message is saved, and is there on the next view", async () => {
    const { ann, bob, id } = await talk();
    const fields = { conversation: id, content: "Nobody hears it", sender: ann.id, id: crypto.randomUUID() };
    const down = { push: () => Promise.reject(new Error("The object is down")) };
    ann.send = productWith({ INBOX: { idFromName: () => "", get: () => down } as never });
    expect((await post(ann, "/messages/send", fields)).status).toBe(200);
    expect((await bob.get(path(id))).text).toContain("Nobody hears it");
  });

  test("Permanent refusals are final: too long, blank, no such conversation, a deleted recipient", async () => {
    const { ann, bob, id } = await talk();
    const refusal = async (fields: Record<string, string>) => {
      const answer = await post(ann, "/messages/send", {
        conversation: id,
        content: "Hi",
        sender: ann.id,
        ...fields,
      });
      return [answer.status, await answer.json()];
    };
    expect(await refusal({ content: "y".repeat(5001) })).toEqual([
      400,
      { refusal: "Please use at most 5,000 characters in a message", isFinal: true },
    ]);
    expect(await refusal({ content: "\u200b" })).toEqual([
      400,
      { refusal: "Write a message first", isFinal: true },
    ]);
    const failed = { refusal: "Failed to send message", isFinal: true };
    expect(await refusal({ conversation: "unknown" })).toEqual([404, failed]);
    await db.update(profiles).set({ deletedAt: 1 }).where(eq(profiles.id, bob.id));
    await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, bob.id));
    const refused = {
      refusal: "This account was deleted, so no one would read your message.",
      isFinal: true,
    };
    expect(await refusal({})).toEqual([403, refused]);
    expect((await ann.fetch("/messages/send")).status).toBe(404);
  });
});
