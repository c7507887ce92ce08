import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { savedReplies, sessions } from "#drizzle/schema.ts";
import { messagesOf, talk } from "../support/conversations.ts";
import { db, origin, visitor } from "../support/visitor.ts";

const path = "/profile/replies";
const repliesOf = (userId: string) => db.select().from(savedReplies).where(eq(savedReplies.userId, userId));

describe("Saved replies", () => {
  test("Are written, changed and deleted at /profile/replies, by their owner only", async () => {
    const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
    expect((await ann.submit(path, { content: "  Thank you!\nI start tomorrow. " })).location).toBe(path);
    const [saved] = await repliesOf(ann.id);
    expect(saved?.content).toBe("Thank you!\nI start tomorrow.");
    const reply = String(saved?.number);
    expect((await ann.get(path)).field("content")).toBe("Thank you! I start tomorrow.");
    expect((await eve.get(path)).html).not.toContain("I start tomorrow");
    await eve.submit(path, { reply, content: "Mine now" });
    await eve.submit(path, { reply, intent: "delete" });
    expect((await repliesOf(ann.id)).map(({ content }) => content)).toEqual([
      "Thank you!\nI start tomorrow.",
    ]);
    await ann.submit(path, { reply, content: "Thanks" });
    expect((await repliesOf(ann.id)).map(({ content }) => content)).toEqual(["Thanks"]);
    await ann.submit(path, { reply, intent: "delete" });
    expect(await repliesOf(ann.id)).toEqual([]);
  });

  test("At most 20 can be saved, of up to 1,000 characters; a refused text stays in its field", async () => {
    const ann = await visitor.signedIn();
    const long = await ann.submit(path, { content: "y".repeat(1001) });
    expect([long.status, long.field("content")]).toEqual([400, "y".repeat(1001)]);
    expect((await ann.submit(path, { content: "\u200b" })).status).toBe(400);
    await db
      .insert(savedReplies)
      .values(Array.from({ length: 19 }, (_, i) => ({ userId: ann.id, content: `r${i}`, createdAt: 1 })));
    const both = await Promise.all([1, 2].map((n) => ann.submit(path, { content: `last ${n}` })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.text).toContain("You have 20 replies. Delete one first");
    expect(await repliesOf(ann.id)).toHaveLength(20);
  });

  test("The text of a reply that was deleted in another window can be saved as a new one", async () => {
    const ann = await visitor.signedIn();
    await ann.submit(path, { content: "Thanks" });
    const [saved] = await repliesOf(ann.id);
    const reply = String(saved?.number);
    await ann.submit(path, { reply, intent: "delete" });
    const page = await ann.submit(path, { reply, content: "Thanks a lot" });
    expect([page.status, page.field("content")]).toEqual([409, "Thanks a lot"]);
    expect(page.html).toContain('<a href="#new-reply">This reply no longer exists</a>');
  });

  test("A visitor or an ended session signs in first; the text is kept", async () => {
    const stranger = visitor.signedOut();
    expect((await stranger.submit(path, { content: "Hi" })).location).toContain("/sign-in");
    const ann = await visitor.signedIn();
    await db.update(sessions).set({ endedAt: 1 }).where(eq(sessions.userId, ann.id));
    const page = await ann.submit(path, { content: "Do not lose me" });
    const back = new URL(page.location ?? "", origin).searchParams.get("redirectTo") ?? "";
    expect(await repliesOf(ann.id)).toEqual([]);
    await ann.beginSession();
    expect((await ann.get(back)).field("content")).toBe("Do not lose me");
  });

  test("In a conversation, a button appends one to the typed text, and sends nothing", async () => {
    const { ann, bob, id } = await talk();
    await ann.submit(path, { content: "I start tomorrow." });
    const [saved] = await repliesOf(ann.id);
    const reply = String(saved?.number);
    const here = `/messages?conversation=${id}`;
    expect((await ann.get(here)).html).toContain(`name="reply" value="${reply}"`);
    const page = await ann.submit(here, { conversation: id, content: "Hello!", reply });
    expect([page.status, page.field("content")]).toEqual([200, "Hello! I start tomorrow."]);
    const foreign = await bob.submit(here, { conversation: id, content: "Hello!", reply });
    expect(foreign.html).not.toContain("I start tomorrow");
    expect(await messagesOf(id)).toEqual([]);
  });
});
