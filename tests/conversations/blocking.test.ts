import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pairOf } from "#app/conversations/conversation.ts";
import { conversations, users } from "#drizzle/schema.ts";
import { messagesOf, talk, write } from "../support/conversations.ts";
import { paidOrder } from "../support/purchase.ts";
import { db, type Visitor } from "../support/visitor.ts";

const path = (id: string) => `/messages?conversation=${id}`;
const press = (who: Visitor, conversation: string, intent: string) =>
  who.submit("/messages", { conversation, intent });
const say = (who: Visitor, conversation: string) =>
  who.submit("/messages", { conversation, content: "Hello" });
const refused = "You cannot write to this person";

describe("Blocking", () => {
  test("Blocking stops messages in both directions until it is undone", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 1);
    expect((await press(bob, id, "block")).location).toBe(path(id));
    for (const who of [ann, bob]) {
      const answer = await say(who, id);
      expect([answer.status, answer.text.includes(refused)]).toEqual([403, true]);
      const page = await who.get(path(id));
      expect([page.text.includes(refused), page.html.includes('name="content"')]).toEqual([true, false]);
      expect(page.text).toContain("message 1");
      expect(page.text).not.toContain("last seen");
    }
    // Only the user who blocked can undo it.
    await press(ann, id, "unblock");
    expect((await say(ann, id)).status).toBe(403);
    await press(bob, id, "unblock");
    expect([(await say(ann, id)).status, (await say(bob, id)).status]).toEqual([303, 303]);
    expect(await messagesOf(id)).toHaveLength(3);
  });

  test("A message whose answer was lost stays sent even if its sender has been blocked since", async () => {
    const { ann, bob, id: conversation } = await talk();
    const message = { conversation, content: "Hello", id: crypto.randomUUID() };
    expect((await ann.submit("/messages", message)).status).toBe(303);
    await press(bob, conversation, "block");
    expect((await ann.submit("/messages", message)).status).toBe(303);
    expect((await ann.submit("/messages", { ...message, content: "Hello again" })).status).toBe(403);
    expect(await messagesOf(conversation)).toHaveLength(1);
  });

  test("Blocking does not affect an open order, and its page says so to both parties", async () => {
    const { ann, bob, order } = await paidOrder();
    const id = crypto.randomUUID();
    await db
      .insert(conversations)
      .values({ id, ...pairOf(ann.id, bob.id), lastMessage: null, createdAt: 1, updatedAt: 1 });
    await write(id, ann, 1);
    await press(bob, id, "block");
    for (const who of [ann, bob]) {
      const page = await who.get(`/orders/${order.id}`);
      expect(page.text).toContain(`${refused}. The order continues as agreed`);
      expect(page.links.some((to) => to.startsWith("/messages?user="))).toBe(false);
    }
    expect((await bob.submit(`/orders/${order.id}`, { intent: "start" })).status).toBe(303);
  });
});

describe("A suspended account", () => {
  test("Gets no messages, and the conversation says so but can be read; once it is restored, messages work again", async () => {
    const { ann, bob, id } = await talk();
    await write(id, bob, 1);
    await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, bob.id));
    const page = await ann.get(path(id));
    expect(page.text).toContain("message 1");
    expect([page.text.includes(refused), page.html.includes('name="content"')]).toEqual([true, false]);
    expect([(await say(ann, id)).status, (await messagesOf(id)).length]).toEqual([403, 1]);
    await db.update(users).set({ suspendedAt: null }).where(eq(users.id, bob.id));
    expect((await say(ann, id)).status).toBe(303);
  });
});

describe("Muting", () => {
  test("A muted conversation is not counted in the header, but is still unread in the list", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 2);
    expect((await bob.get("/")).text).toContain("2 unread");
    await press(bob, id, "mute");
    expect((await bob.get("/")).html).toContain('data-unread="0" hidden');
    expect((await bob.get("/messages?show=unread")).text).toContain("2 unread:");
    await press(bob, id, "unmute");
    expect((await bob.get("/")).text).toContain("2 unread");
  });

  test("A user outside the conversation changes nothing", async () => {
    const { ann, bob, id } = await talk();
    await write(id, ann, 1);
    const eve = (await talk()).ann;
    for (const intent of ["block", "mute", "archive"])
      expect((await press(eve, id, intent)).status).toBe(404);
    expect([(await say(ann, id)).status, (await say(bob, id)).status]).toEqual([303, 303]);
  });
});
