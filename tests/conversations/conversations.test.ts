import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { pairOf } from "#app/conversations/conversation.ts";
import * as conversationStore from "#app/conversations/conversations.server.ts";
import { conversations, messages } from "#drizzle/schema.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

/** Ann and Bob, and the conversation that Ann has opened. */
async function pair() {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const page = await ann.get(`/messages?user=${bob.id}`);
  const id = new URL(page.location ?? "", origin).searchParams.get("conversation") ?? "";
  return { ann, bob, id };
}

/** The messages of a conversation, oldest first. */
const messagesOf = (id: string) =>
  db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(messages.number);

/** Opens a viewer's live connection. `received` collects its events. */
async function connect(viewer: Visitor, from = origin) {
  const response = await viewer.fetch("/live", { headers: { Upgrade: "websocket", Origin: from } });
  const received: unknown[] = [];
  response.webSocket?.accept();
  response.webSocket?.addEventListener("message", (event) => {
    received.push(JSON.parse(String(event.data)));
  });
  return { status: response.status, received, close: () => response.webSocket?.close() };
}

describe("Opening a conversation", () => {
  it("?user= creates one conversation per pair, from both sides and when repeated", async () => {
    const { ann, bob, id } = await pair();
    const answers = await Promise.all([
      ann.get(`/messages?user=${bob.id}`),
      bob.get(`/messages?user=${ann.id}`),
    ]);
    expect(answers.map((page) => page.location)).toEqual(Array(2).fill(`/messages?conversation=${id}`));
    const [carl, dora] = [await visitor.signedIn(), await visitor.signedIn()];
    const both = [carl, dora].map((who, i) => () => who.get(`/messages?user=${i === 0 ? dora.id : carl.id}`));
    await Promise.all(Array.from({ length: 20 }, (_, i) => both[i % 2]?.()));
    const all = await db.select().from(conversations);
    expect(all.filter((row) => [row.firstId, row.secondId].includes(carl.id))).toHaveLength(1);
  });

  it("An unknown id, or the viewer's own, is answered with 404 and 'Could not create conversation'", async () => {
    const ann = await visitor.signedIn();
    for (const path of [
      `/messages?user=${crypto.randomUUID()}`,
      `/messages?user=${ann.id}`,
      `/messages?conversation=${crypto.randomUUID()}`,
    ]) {
      const page = await ann.get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Could not create conversation");
    }
  });

  it("A prefetch creates no conversation", async () => {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    await ann.get(`/messages?user=${bob.id}`, { "Sec-Purpose": "prefetch" });
    expect(
      await db
        .select()
        .from(conversations)
        .where(eq(conversations.firstId, pairOf(ann.id, bob.id).firstId)),
    ).toEqual([]);
  });

  it("A visitor is sent to sign in and back", async () => {
    const page = await visitor.signedOut().get("/messages");
    expect(page.location).toContain("/sign-in?redirectTo=%2Fmessages");
  });
});

describe("Sending", () => {
  it("A message is unread until the recipient opens the conversation, and the list shows it", async () => {
    const { ann, bob, id } = await pair();
    await ann.submit("/messages", { conversation: id, content: "  A mark for a bread stamp?  " });
    const [sent] = await db.select().from(messages).where(eq(messages.conversationId, id));
    expect(sent).toMatchObject({ content: "A mark for a bread stamp?", isRead: false, senderId: ann.id });
    expect((await bob.get("/messages")).text).toContain("A mark for a bread stamp?");
    expect((await db.select().from(messages).where(eq(messages.conversationId, id)))[0]?.isRead).toBe(false);
    await bob.get(`/messages?conversation=${id}`);
    expect((await db.select().from(messages).where(eq(messages.conversationId, id)))[0]?.isRead).toBe(true);
    expect((await ann.get(`/messages?conversation=${id}`)).text).toContain("· Read");
  });

  it("A repeated send with the same id is one message", async () => {
    const { ann, id } = await pair();
    const fields = { conversation: id, content: "Once", id: crypto.randomUUID() };
    const pages = await Promise.all(Array.from({ length: 10 }, () => ann.submit("/messages", fields)));
    expect(pages.every((page) => page.status === 303)).toBe(true);
    expect(await db.select().from(messages).where(eq(messages.conversationId, id))).toHaveLength(1);
  });

  it("A different text with a known id is one more message, as when an old form is sent again", async () => {
    const { ann, id } = await pair();
    const form = { conversation: id, id: crypto.randomUUID() };
    await ann.submit("/messages", { ...form, content: "First" });
    const send = (content: string) => ann.submit("/messages", { ...form, content });
    const pages = await Promise.all(["Second", " Second ", "Third", "First", "Second"].map(send));
    expect(pages.map((page) => page.status)).toEqual(Array(5).fill(303));
    const kept = await messagesOf(id);
    expect(kept.map((message) => message.content).toSorted()).toEqual(["First", "Second", "Third"]);
    for (const message of kept)
      expect(message.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("An id of another user's message is refused, and the text stays in the field", async () => {
    const first = await pair();
    const id = crypto.randomUUID();
    await first.ann.submit("/messages", { conversation: first.id, content: "Mine", id });
    const second = await pair();
    const page = await second.ann.submit("/messages", { conversation: second.id, content: "Other", id });
    expect(page.status).toBe(409);
    expect(page.text).toContain("Failed to send message");
    expect(await db.select().from(messages).where(eq(messages.conversationId, second.id))).toEqual([]);
  });

  it("A user who is not a participant can neither read nor write", async () => {
    const { ann, id } = await pair();
    await ann.submit("/messages", { conversation: id, content: "Between us" });
    const eve = await visitor.signedIn();
    const read = await eve.get(`/messages?conversation=${id}`);
    expect(read.status).toBe(404);
    expect(read.html).not.toContain("Between us");
    const write = await eve.submit("/messages", { conversation: id, content: "Hello" });
    expect(write.status).toBe(404);
    expect(await messagesOf(id)).toMatchObject([{ content: "Between us", isRead: false }]);
    const kept = await db.select().from(conversations).where(eq(conversations.id, id));
    expect(kept).toMatchObject([{ lastMessage: "Between us" }]);
  });

  it("A blank message is refused with 400", async () => {
    const { ann, id } = await pair();
    const page = await ann.submit("/messages", { conversation: id, content: " \n " });
    expect(page.status).toBe(400);
    expect(await db.select().from(messages).where(eq(messages.conversationId, id))).toEqual([]);
  });

  it("A text that is too long is refused and stays in the field", async () => {
    const { ann, id } = await pair();
    const page = await ann.submit("/messages", { conversation: id, content: "y".repeat(5001) });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Please use at most 5,000 characters in a message");
    expect(page.field("content")).toBe("y".repeat(5001));
  });

  it("An unverified sender is asked to verify the address first", async () => {
    const { bob } = await pair();
    const carl = await visitor.signedIn({ verified: false });
    const page = await carl.open(`/messages?user=${bob.id}`);
    expect(page.text).toContain("Please verify your email address before you send messages");
  });

  it("An unverified sender gets 403, and the text stays in the field of its conversation", async () => {
    const { ann } = await pair();
    const carl = await visitor.signedIn({ verified: false });
    const id = await conversationStore.findOrCreate(db, ann.id, carl.id, Date.now());
    // A newer conversation, so that the one of the form is not the first in the list.
    const dora = await visitor.signedIn();
    await conversationStore.findOrCreate(db, dora.id, carl.id, Date.now() + 1000);
    const content = "Is the stamp still free?";
    const page = await carl.submit(`/messages?conversation=${id}`, { conversation: id ?? "", content });
    expect(page.status).toBe(403);
    expect(page.text).toContain(
      "Please verify your email address before you send messages. The link is in the email we sent you.",
    );
    expect(page.field("content")).toBe(content);
    expect(await messagesOf(id ?? "")).toEqual([]);
  });

  it("A signed-out sender finds the text in the field after sign-in", async () => {
    const { ann, id } = await pair();
    const content = 'At 50% off: "two\\three"? %0a é';
    const stranger = visitor.signedOut();
    const page = await stranger.submit("/messages", { conversation: id, content });
    expect(page.status).toBe(303);
    const signIn = new URL(page.location ?? "", origin);
    expect(signIn.pathname).toBe("/sign-in");
    const form = await stranger.get(signIn.pathname + signIn.search);
    const back = form.field("redirectTo") ?? "";
    expect(back).toContain(`/messages?conversation=${id}`);
    ann.setCookie("draft", stranger.cookie("draft") ?? "");
    expect((await ann.get(back)).field("content")).toBe(content);
    expect(await messagesOf(id)).toEqual([]);
  });

  it("A conversation id with line breaks is treated as unknown", async () => {
    const ann = await visitor.signedIn();
    const fields = { conversation: "x\r\ny", content: "Hello" };
    expect((await ann.submit("/messages", fields)).status).toBe(404);
    expect((await visitor.signedOut().submit("/messages", fields)).status).toBe(303);
    expect((await visitor.signedOut().submit("/messages", { content: "Hello" })).status).toBe(303);
  });
});

describe("The live connection", () => {
  it("Both participants get an event for a message, in every tab", async () => {
    const { ann, bob, id } = await pair();
    const tabs = [await connect(bob), await connect(bob), await connect(ann)];
    await ann.submit("/messages", { conversation: id, content: "Live" });
    for (const tab of tabs) await expect.poll(() => tab.received).toMatchObject([{ type: "message" }]);
    for (const tab of tabs) tab.close();
  });

  it("Other users get no event", async () => {
    const { ann, bob, id } = await pair();
    const [mine, hers] = [await connect(bob), await connect(await visitor.signedIn())];
    await ann.submit("/messages", { conversation: id, content: "Quiet" });
    await expect.poll(() => mine.received.length).toBe(1);
    expect(hers.received).toEqual([]);
  });

  it("The connections of an ended session are closed, and no others", async () => {
    const { ann, bob, id } = await pair();
    const inbox = env.INBOX.get(env.INBOX.idFromName(bob.id));
    const tab = async (session: string) => {
      const headers = { Upgrade: "websocket", "x-session-id": session };
      const socket = (await inbox.fetch("https://inbox/live", { headers })).webSocket;
      const received: unknown[] = [];
      socket?.addEventListener("message", () => {
        received.push("news");
      });
      socket?.addEventListener("close", ({ code }) => {
        received.push(code);
      });
      socket?.accept();
      return { received, close: () => socket?.close() };
    };
    const [one, two, other] = [await tab("ended"), await tab("ended"), await tab("open")];
    await inbox.end("ended");
    await expect.poll(() => [one.received, two.received]).toEqual([[4401], [4401]]);
    await ann.submit("/messages", { conversation: id, content: "Still there?" });
    await expect.poll(() => other.received).toEqual(["news"]);
    expect(one.received).toEqual([4401]);
    other.close();
  });

  it("Signing out closes the connection", async () => {
    const ann = await visitor.signedIn();
    const response = await ann.fetch("/live", { headers: { Upgrade: "websocket", Origin: origin } });
    const closed = new Promise((resolve) => response.webSocket?.addEventListener("close", resolve));
    response.webSocket?.accept();
    await ann.submit("/sign-out", {});
    expect(await closed).toMatchObject({ code: 4401 });
  });

  it("Visitors, other origins and plain requests are refused", async () => {
    const ann = await visitor.signedIn();
    expect((await connect(visitor.signedOut())).status).toBe(401);
    expect((await connect(ann, "https://evil.example")).status).toBe(403);
    expect((await ann.get("/live", { Origin: origin })).status).toBe(426);
  });
});

describe("In Lite", () => {
  const scripts = /<script[^>]*(src=|type="(module|text\/boot)")/;

  it("The messages page loads no script and offers to turn live on for this page only", async () => {
    const { ann, id } = await pair();
    const here = `/messages?conversation=${id}`;
    expect((await ann.get(here)).text).not.toContain("Turn on live updates");
    ann.setCookie("lite", "1");
    const still = await ann.get(here);
    expect(still.html).not.toMatch(scripts);
    expect(still.html).not.toContain("WebSocket");
    expect(still.text).toContain("Turn on live updates");
    expect(still.links).toContain(`${here}&live=1`);

    const live = await ann.get(`${here}&live=1`);
    expect(live.html).toMatch(scripts);
    expect(live.html).toContain("WebSocket");
    expect(live.html).toContain("data-lite");
    expect(live.text).not.toContain("Turn on live updates");
    expect(live.text).toContain("if a new message does not appear");
    for (const path of ["/?live=1", "/orders?live=1", "/search?live=1", here])
      expect((await ann.get(path)).html).not.toMatch(scripts);
  });

  it("Save-Data has the same effect, and the conversation list makes the same offer", async () => {
    const { ann, id } = await pair();
    const page = await ann.get("/messages", { "Save-Data": "on" });
    expect(page.html).not.toMatch(scripts);
    expect(page.links).toContain(`/messages?conversation=${id}&live=1`);
    expect((await ann.get("/messages?live=1", { "Save-Data": "on" })).html).toMatch(scripts);
  });
});
