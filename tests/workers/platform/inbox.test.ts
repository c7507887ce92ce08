import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { profiles, sessions } from "#drizzle/schema.ts";
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "#tests/support/runtime.ts";
import { connect, talk, write } from "../../support/conversations.ts";
import { orderRow } from "../../support/orders.ts";
import { db, origin, type Visitor } from "../../support/visitor.ts";

const inboxOf = (user: { id: string }) => env.INBOX.get(env.INBOX.idFromName(user.id));
const say = (who: Visitor, conversation: string, content: string) =>
  who.fetch("/messages/send", {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams({ conversation, content, sender: who.id, id: crypto.randomUUID() }),
  });
type Wire = Awaited<ReturnType<typeof connect>>;
const frame = (wire: Wire, sent: object) => wire.socket?.send(JSON.stringify(sent));
/** The presence events; a repeated one is left out. */
const presences = ({ received }: Wire) =>
  received
    .flatMap((event) => ("isOnline" in event ? [event.isOnline] : []))
    .filter((isOnline, i, all) => i === 0 || isOnline !== all[i - 1]);

describe("Presence and typing", () => {
  test("A page that shows the conversation is told whether the other user is present, and when they come and go", async () => {
    const { ann, bob, id } = await talk();
    const watching = await connect(ann);
    frame(watching, { type: "watch", conversation: id });
    await expect
      .poll(() => watching.received)
      .toEqual([{ type: "presence", conversation: id, user: bob.id, isOnline: false }]);
    const [one, two] = [await connect(bob), await connect(bob)];
    await expect.poll(() => presences(watching)).toEqual([false, true]);
    one.socket?.close();
    two.socket?.close();
    await expect.poll(() => presences(watching)).toEqual([false, true, false]);
    frame(watching, { type: "unwatch" });
    await expect
      .poll(() => runInDurableObject(inboxOf(bob), async (_, { storage }) => (await storage.list()).size))
      .toBe(0);
    const back = await connect(bob);
    frame(back, { type: "watch", conversation: id });
    await expect.poll(() => presences(back)).toEqual([true]);
    expect(presences(watching)).toHaveLength(3);
  });

  test("If one of two pages with the conversation is closed, the other still gets presence events", async () => {
    const { ann, bob, id } = await talk();
    const [one, two] = [await connect(ann), await connect(ann)];
    for (const wire of [one, two]) frame(wire, { type: "watch", conversation: id });
    await expect.poll(() => [presences(one), presences(two)]).toEqual([[false], [false]]);
    one.socket?.close();
    await expect.poll(() => one.closed.length).toBe(1);
    const came = await connect(bob);
    await expect.poll(() => presences(two)).toEqual([false, true]);
    came.socket?.close();
  });

  test("Typing is sent to the other user's page that shows the conversation, at most once in 3 s", async () => {
    const { ann, bob, id } = await talk();
    const [typist, reader, elsewhere] = [await connect(ann), await connect(bob), await connect(bob)];
    frame(typist, { type: "typing" });
    for (const wire of [typist, reader]) frame(wire, { type: "watch", conversation: id });
    await expect.poll(() => [presences(typist).length, presences(reader).length]).toEqual([1, 1]);
    frame(typist, { type: "typing" });
    frame(typist, { type: "typing" });
    await say(ann, id, "Done");
    await expect.poll(() => reader.received.map(({ type }) => type)).toContain("message");
    await expect.poll(() => reader.received.map(({ type }) => type)).toContain("typing");
    const typing = reader.received.filter(({ type }) => type === "typing");
    expect(typing).toEqual([{ type: "typing", conversation: id, user: ann.id }]);
    expect(elsewhere.received.map(({ type }) => type)).toEqual(["message"]);
  });

  test("Presence expires after a minute unless the page renews it", async () => {
    const { ann, bob, id } = await talk();
    const watching = await connect(ann);
    frame(watching, { type: "watch", conversation: id });
    await expect.poll(() => presences(watching)).toEqual([false]);
    const key = `watcher:${ann.id}`;
    const age = (ms: number) =>
      runInDurableObject(inboxOf(bob), async (_, { storage }) =>
        storage.put(key, { conversation: id, until: Date.now() + 60_000 - ms }),
      );
    await age(30_000);
    frame(watching, { type: "watch", conversation: id });
    await expect.poll(() => watching.received.length).toBe(2);
    const until = await runInDurableObject(inboxOf(bob), async (_, { storage }) =>
      storage.get<{ until: number }>(key),
    );
    expect(until?.until).toBeGreaterThan(Date.now() + 50_000);
    await age(61_000);
    const came = await connect(bob);
    await say(bob, id, "I am here");
    await expect.poll(() => watching.received.at(-1)?.type).toBe("message");
    expect(presences(watching)).toEqual([false]);
    came.socket?.close();
  });

  test("Other users, blocked users and pages that do not show the conversation neither get nor send presence events", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 1);
    const eve = (await talk()).ann;
    const [watching, theirs, stranger] = [await connect(ann), await connect(bob), await connect(eve)];
    frame(stranger, { type: "watch", conversation: id });
    frame(watching, { type: "watch", conversation: id });
    await expect.poll(() => presences(watching)).toEqual([true]);
    await bob.submit("/messages", { conversation: id, intent: "block" });
    await expect.poll(() => presences(watching)).toEqual([true, null]);
    frame(watching, { type: "watch", conversation: id });
    frame(theirs, { type: "watch", conversation: id });
    await bob.submit("/messages", { conversation: id, intent: "unblock" });
    const watchAgain = () => {
      frame(watching, { type: "watch", conversation: id });
      return presences(watching).at(-1);
    };
    await expect.poll(watchAgain, { interval: 700 }).toBe(true);
    // Off hides both ways.
    const shown = await ann.get("/profile");
    const fields = Object.fromEntries(
      ["fullName", "username"].map((name) => [name, shown.field(name) ?? ""]),
    );
    await ann.submit("/profile", { ...fields, presence: "hidden" });
    await expect.poll(() => presences(watching).at(-1)).toBe(null);
    frame(watching, { type: "watch", conversation: id });
    frame(theirs, { type: "watch", conversation: id });
    await say(bob, id, "?");
    await expect.poll(() => theirs.received.at(-1)?.type).toBe("message");
    expect([presences(theirs).at(-1) ?? null, presences(stranger)]).toEqual([null, []]);
    expect((await bob.get(`/messages?conversation=${id}`)).text).not.toContain("last seen");
    const [row] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
    expect(row?.showsPresence).toBe(false);
    // A form that does not ask changes nothing.
    await ann.submit("/profile", fields);
    const [same] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
    expect(same?.showsPresence).toBe(false);
  });
});

describe("Frames that no page sends", () => {
  test.each([
    ["no JSON", "hello", 1007],
    ["an unknown frame", '{"type":"subscribe"}', 1007],
    ["bytes", new Uint8Array([1, 2]).buffer, 1007],
    ["a frame over 2 KB", JSON.stringify({ type: "watch", conversation: "x".repeat(2100) }), 1009],
  ])("%s closes that socket, and no other", async (_, sent, code) => {
    const { ann, bob, id } = await talk();
    const [bad, good] = [await connect(bob), await connect(bob)];
    bad.socket?.send(sent);
    await expect.poll(() => bad.closed).toEqual([code]);
    await say(ann, id, "Still there?");
    await expect.poll(() => good.received.map(({ type }) => type)).toEqual(["message"]);
    expect(good.closed).toEqual([]);
  });

  test("More than 20 frames in 10 s close the socket; the log says so once, and other sockets are not affected", async () => {
    const { ann, bob, id } = await talk();
    const warned = vi.spyOn(console, "log").mockImplementation(() => {});
    const [wire, good] = [await connect(bob), await connect(bob)];
    for (let i = 0; i < 500; i++) frame(wire, { type: "unwatch" });
    await expect.poll(() => wire.closed).toEqual([1008]);
    await say(ann, id, "Still there?");
    await expect.poll(() => good.received.map(({ type }) => type)).toEqual(["message"]);
    expect(warned.mock.calls.map(String).filter((line) => line.includes("Too many frames"))).toHaveLength(1);
    warned.mockRestore();
  });
});

describe("Sockets", () => {
  test("A page that reconnects gets what the header says: the unread messages, and whether an order waits", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 3);
    await orderRow(db, { buyerId: bob.id, turn: "buyer" });
    const [first, again] = [await connect(bob), await connect(bob, "/live?badge")];
    await expect.poll(() => again.received).toEqual([{ type: "badge", unread: 3, turn: true }]);
    expect(first.received).toEqual([]);
  });

  test("After signing out, a message reaches no socket of that session, only those of others", async () => {
    const { ann, bob, id } = await talk();
    const wire = await connect(bob);
    await bob.submit("/sign-out", {});
    await say(ann, id, "Are you there?");
    await expect.poll(() => wire.closed).toEqual([4401]);
    expect(wire.received).toEqual([]);
  });

  test("A message arrives after the object was evicted, and the tab is still identified", async () => {
    const { ann, bob, id } = await talk();
    const wire = await connect(bob);
    frame(wire, { type: "watch", conversation: id });
    await say(ann, id, "One");
    await expect
      .poll(() => wire.received.map(({ type }) => type).toSorted())
      .toEqual(["message", "presence"]);
    await evictDurableObject(inboxOf(bob));
    await say(ann, id, "Two");
    await expect.poll(() => wire.received.length).toBe(3);
    const typist = await connect(ann);
    frame(typist, { type: "watch", conversation: id });
    await expect.poll(() => presences(typist)).toEqual([true]);
    frame(typist, { type: "typing" });
    await expect.poll(() => wire.received.at(-1)?.type).toBe("typing");
  });

  test("An alarm closes the tabs of sessions that have ended, and stops when no socket is open", async () => {
    const { bob } = await talk();
    const wire = await connect(bob);
    expect(await runDurableObjectAlarm(inboxOf(bob))).toBe(true);
    expect(wire.closed).toEqual([]);
    await db.update(sessions).set({ endedAt: 1 }).where(eq(sessions.userId, bob.id));
    expect(await runDurableObjectAlarm(inboxOf(bob))).toBe(true);
    await expect.poll(() => wire.closed).toEqual([4401]);
    expect(await runDurableObjectAlarm(inboxOf(bob))).toBe(true);
    expect(await runDurableObjectAlarm(inboxOf(bob))).toBe(false);
  });

  test("Of more than 300 sockets the oldest is closed", async () => {
    const { bob } = await talk();
    const first = await connect(bob);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const headers = { Upgrade: "websocket", "x-user-id": bob.id, "x-session-id": "one" };
    for (let i = 0; i < 299; i++)
      (await inboxOf(bob).fetch("https://inbox/live", { headers })).webSocket?.accept();
    expect(first.closed).toEqual([]);
    await connect(bob);
    await expect.poll(() => first.closed).toEqual([4429]);
  });
});
