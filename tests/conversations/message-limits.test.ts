import { eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { limits, users } from "#drizzle/schema.ts";
import { conversationOf, messagesOf } from "../support/conversations.ts";
import { person } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

const hour = 3_600_000;
const say = (who: Visitor, conversation: string) =>
  who.submit(`/messages?conversation=${conversation}`, { conversation, content: "Hello" });
/** Writes to some new people. @returns the statuses */
async function sayToNew(who: Visitor, count: number): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < count; i++)
    statuses.push((await say(who, await conversationOf(who, await person(db)))).status);
  return statuses;
}
const times = (status: number, count: number) => Array<number>(count).fill(status);
const firsts = like(limits.key, "first:%");

describe("Writing to new people", () => {
  test("A new account may write to 5 new people an hour and 10 a day; existing conversations are not limited", async () => {
    const ann = await visitor.signedIn();
    const known = await conversationOf(ann, await person(db));
    expect((await say(ann, known)).status).toBe(303);
    expect(await sayToNew(ann, 4)).toEqual(times(303, 4));
    const refused = await conversationOf(ann, await person(db));
    const page = await say(ann, refused);
    expect([page.status, page.field("content"), Number(page.headers.get("Retry-After")) > 3500]).toEqual([
      429,
      "Hello",
      true,
    ]);
    expect(page.text).toMatch(/You have written to many new people. Please wait 60 minutes, then try again./);
    expect((await say(ann, known)).status).toBe(303);
    // An hour later.
    for (const row of await db.select().from(limits).where(firsts))
      await db
        .update(limits)
        .set({ resetsAt: row.resetsAt - hour })
        .where(eq(limits.key, row.key));
    expect(await sayToNew(ann, 6)).toEqual([...times(303, 5), 429]);
    for (const row of await db.select().from(limits).where(firsts))
      await db
        .update(limits)
        .set({ resetsAt: row.resetsAt - hour })
        .where(eq(limits.key, row.key));
    expect(await sayToNew(ann, 1)).toEqual([429]);
  });

  test("An account that has paid for an order, or is a week old, may write to 40 new people a day", async () => {
    const [buyer, old] = [await visitor.signedIn(), await visitor.signedIn()];
    await orderRow(db, { buyerId: buyer.id });
    await db
      .update(users)
      .set({ createdAt: Date.now() - 8 * 24 * hour })
      .where(eq(users.id, old.id));
    expect(await sayToNew(buyer, 7)).toEqual(times(303, 7));
    expect(await sayToNew(old, 41)).toEqual([...times(303, 40), 429]);
  });

  test("A first message sent ten times at the same time counts once; opening a conversation does not count", async () => {
    const ann = await visitor.signedIn();
    for (let i = 0; i < 6; i++) await ann.get(`/messages?user=${(await person(db)).id}`);
    const conversation = await conversationOf(ann, await person(db));
    const fields = { conversation, content: "Once", id: crypto.randomUUID() };
    const pages = await Promise.all(Array.from({ length: 10 }, () => ann.submit("/messages", fields)));
    expect(pages.map(({ status }) => status)).toEqual(times(303, 10));
    expect(await messagesOf(conversation)).toHaveLength(1);
    expect(await sayToNew(ann, 5)).toEqual([...times(303, 4), 429]);
  });

  test("An account may send 300 messages a minute", async () => {
    const ann = await visitor.signedIn();
    const conversation = await conversationOf(ann, await person(db));
    await say(ann, conversation);
    await db.update(limits).set({ count: 299 }).where(like(limits.key, "message:minute:%"));
    expect([(await say(ann, conversation)).status, (await say(ann, conversation)).status]).toEqual([
      303, 429,
    ]);
  });
});
