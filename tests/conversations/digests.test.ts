import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dueDigests } from "#app/conversations/digests.server.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { runDue } from "#app/lib/work.ts";
import { messages, outbox } from "#drizzle/schema.ts";
import { talk } from "../support/conversations.ts";
import { offerIn } from "../support/offer-rows.ts";
import { db, origin, type Visitor } from "../support/visitor.ts";

const start = Date.now();
let now = start;
const later = (ms: number) => {
  now += ms;
};
const clock = { now: () => now };
/** Runs what is due: the first run finds the sides, which are due in the next run. */
const sweep = async () => {
  while ((await runDue(dueDigests, { db, clock })) > 0);
};
const say = (
  conversation: string,
  sender: { id: string },
  content = "Hello",
  offerId: string | null = null,
) =>
  db.insert(messages).values({
    id: crypto.randomUUID(),
    conversationId: conversation,
    senderId: sender.id,
    content,
    offerId,
    isRead: false,
    createdAt: now,
  });
const digestsOf = (user: { id: string }) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, user.id), eq(outbox.kind, "message_digest")));
const count = async (user: { id: string }) => (await digestsOf(user)).length;
const read = (who: Visitor, id: string) => who.get(`/messages?conversation=${id}`);

beforeEach(async () => {
  later(10 * hour);
  // The very first run starts after the existing messages.
  await sweep();
});

describe("The email about unread messages", () => {
  test("Is sent once after five minutes, again only after messages were read, and never twice within an hour", async () => {
    const { ann, bob, id } = await talk();
    await say(id, ann);
    later(4 * minute);
    await sweep();
    expect(await count(bob)).toBe(0);
    later(minute);
    await sweep();
    await say(id, ann, "Are you there?");
    later(2 * hour);
    await sweep();
    expect([await count(bob), await count(ann)]).toEqual([1, 0]);
    await read(bob, id);
    await say(id, ann, "Something new");
    later(6 * minute);
    await sweep();
    expect(await count(bob)).toBe(2);
    await read(bob, id);
    await say(id, ann, "And more");
    later(10 * minute);
    await sweep();
    expect(await count(bob)).toBe(2);
    later(hour);
    await sweep();
    expect(await count(bob)).toBe(3);
  });

  test("Leaves out messages that were read, and muted or blocked conversations", async () => {
    const { ann, bob, id } = await talk();
    await say(id, ann);
    await read(bob, id);
    later(6 * minute);
    await sweep();
    for (const intent of ["mute", "block"]) {
      await bob.submit("/messages", { conversation: id, intent });
      await say(id, ann, intent);
      later(2 * hour);
      await sweep();
      await read(bob, id);
      await bob.submit("/messages", { conversation: id, intent: `un${intent}` });
    }
    expect(await count(bob)).toBe(0);
    // Read between the two runs.
    await say(id, ann);
    later(6 * minute);
    for (const unit of (await dueDigests.find({ db, clock }, 10)).slice(0, 1))
      await dueDigests.run({ db, clock }, unit);
    await read(bob, id);
    await sweep();
    expect(await count(bob)).toBe(0);
  });

  test("Is not sent for an offer alone, which has its own email; with other unread messages it is counted", async () => {
    const { ann, bob, id } = await talk();
    const offer = await offerIn({ conversation: id, buyer: bob, seller: ann });
    await db.update(messages).set({ createdAt: now }).where(eq(messages.id, offer.id));
    later(2 * hour);
    await sweep();
    expect(await count(bob)).toBe(0);
    // A message that mentions the offer is like any other.
    await say(id, ann, "Look", offer.id);
    later(6 * minute);
    await sweep();
    const [waiting] = await digestsOf(bob);
    if (!waiting) throw new Error("No mail waits");
    const loaded = await loadMailData({ db, clock, origin, secret: "" }, waiting);
    expect(loaded && mailTemplates.message_digest(loaded.mailData).subject).toContain("2 unread messages");
  });

  test("Is sent once by two concurrent runs", async () => {
    const { ann, bob, id } = await talk();
    for (let i = 0; i < 3; i++) await say(id, ann);
    later(6 * minute);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await count(bob)).toBe(1);
    expect(await dueDigests.find({ db, clock }, 10)).toEqual([]);
  });

  test("Names the sender, the number of messages and the first 200 characters, and links to the conversation", async () => {
    const { ann, bob, id } = await talk();
    await say(id, ann, `\u2069\u202e${"y".repeat(300)}`);
    await say(id, ann, "Second");
    later(6 * minute);
    await sweep();
    const [waiting] = await digestsOf(bob);
    if (!waiting) throw new Error("No mail waits");
    const loaded = await loadMailData({ db, clock, origin, secret: "" }, waiting);
    if (!loaded) throw new Error("Nothing to say");
    const mail = mailTemplates.message_digest(loaded.mailData);
    expect(mail.subject).toMatch(/^You have 2 unread messages from \u2068.+\u2069$/);
    const from = mail.subject.replace(/^.* from /, "");
    expect(mail.paragraphs).toContainEqual({ quote: `\u2068${"y".repeat(198)}…\u2069`, by: from });
    expect(JSON.stringify(mail.paragraphs)).not.toContain("Second");
    expect(mail.link?.url).toBe(`${origin}/messages?conversation=${id}`);
    await read(bob, id);
    expect(await loadMailData({ db, clock, origin, secret: "" }, waiting)).toBeNull();
  });
});
