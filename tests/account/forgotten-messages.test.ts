import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { conversationSides, conversations, forgottenFiles, messageFiles, messages } from "#drizzle/schema.ts";
import * as prunes from "#workers/work/prunes.server.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { day } from "../support/clock.ts";
import { conversationOf, write } from "../support/conversations.ts";
import { orderRow } from "../support/orders.ts";
import { db, visitor } from "../support/visitor.ts";

const now = Date.now();

/**
 * Two users with three messages, and a finished order between them.
 * @param ordered days ago; null: no order
 */
async function strangers(ordered: number | null) {
  const [ann, bob] = [
    await withPassword(await visitor.signedIn()),
    await withPassword(await visitor.signedIn()),
  ];
  const id = await conversationOf(ann, bob);
  await write(id, ann, 3);
  await db.insert(messageFiles).values({
    id: crypto.randomUUID(),
    messageId: `${id}2`,
    conversationId: id,
    name: "plan.pdf",
    type: "application/pdf",
    bytes: 1,
  });
  if (ordered !== null) {
    const createdAt = now - ordered * day;
    const over = { status: "completed", stage: "closed", completedAt: createdAt, createdAt } as const;
    await orderRow(db, { buyerId: ann.id, sellerId: bob.id, ...over });
  }
  return { ann, bob, id };
}

/** Runs the sweep's deletions of conversations. @param at UTC ms */
async function prune(at: number) {
  for (const name of ["message files", "messages", "conversations"]) while (await prunes.run(db, name, at));
}

const left = async (id: string) => {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  const found = await db.select().from(messages).where(eq(messages.conversationId, id));
  const sides = row
    ? await db.select().from(conversationSides).where(eq(conversationSides.conversation, row.number))
    : [];
  const files = await db.select().from(messageFiles).where(eq(messageFiles.conversationId, id));
  const forgotten = await db
    .select()
    .from(forgottenFiles)
    .where(eq(forgottenFiles.prefix, `messages/${id}/`));
  return [row ? 1 : 0, found.length, sides.length, files.length, forgotten.length];
};

test("A deletion removes what the user archived, muted and blocked, and keeps the other user's settings", async () => {
  const { ann, bob, id } = await strangers(null);
  for (const who of [ann, bob])
    for (const intent of ["archive", "mute", "block"])
      await who.submit("/messages", { conversation: id, intent });
  const choices = async (who: { id: string }) => {
    const [side] = await db.select().from(conversationSides).where(eq(conversationSides.userId, who.id));
    return [side?.isArchived, side?.isMuted, side?.isBlocked];
  };
  expect(await choices(ann)).toEqual([true, true, true]);
  expect((await deleteAccount(ann)).location).toBe("/");
  expect([await choices(ann), await choices(bob)]).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
});

test("Messages and their files are deleted once both accounts are gone, 12 months after their last order", async () => {
  const [without, old, recent] = [await strangers(null), await strangers(366), await strangers(200)];
  const all = [without, old, recent];
  for (const { ann } of all) expect((await deleteAccount(ann)).location).toBe("/");
  await prune(now + 5000 * day);
  for (const { id } of all) expect(await left(id)).toEqual([1, 3, 2, 1, 0]);

  for (const { bob } of all) expect((await deleteAccount(bob)).location).toBe("/");
  await prune(now + day);
  for (const { id } of [without, old]) expect(await left(id)).toEqual([0, 0, 0, 0, 1]);
  expect(await left(recent.id)).toEqual([1, 3, 2, 1, 0]);
  await prune(now + 164 * day);
  expect(await left(recent.id)).toEqual([1, 3, 2, 1, 0]);
  await prune(now + 167 * day);
  expect(await left(recent.id)).toEqual([0, 0, 0, 0, 1]);
});

test("Messages about an order that was cancelled late are kept for 12 months after its end, not its start", async () => {
  const { ann, bob, id } = await strangers(null);
  const cancelled = { status: "cancelled", stage: "closed", paymentStatus: "refunded" } as const;
  const times = { createdAt: now - 300 * day, updatedAt: now - 10 * day };
  await orderRow(db, { buyerId: ann.id, sellerId: bob.id, ...cancelled, ...times });
  for (const who of [ann, bob]) expect((await deleteAccount(who)).location).toBe("/");
  await prune(now + 354 * day);
  expect(await left(id)).toEqual([1, 3, 2, 1, 0]);
  await prune(now + 356 * day);
  expect(await left(id)).toEqual([0, 0, 0, 0, 1]);
});
