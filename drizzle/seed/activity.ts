import { isNull, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { outbox } from "#drizzle/schema.ts";
import { history } from "./history.ts";
import { moment } from "./moment.ts";
import { userId } from "./people.ts";
import { checkSales, makeStep, type SaleDeps } from "./sales.ts";
import { inBulk, orders as sales, conversations as talks } from "./source.ts";

/** What the market does: made by the product's own functions under a moved clock, so that the product could have made it. */
export type Activity = {
  db: Db;
  /** The Stripe stand-in, up while the seed runs: every seeded payment can be refunded. */
  stripeApi: string;
};

/** The clock of the seed: it stands where the story is. */
let now = Date.now();

/**
 * Everything that was bought, in the order in which it happened, so that rows are numbered as their times run: the history, and every
 * order that goes through the product's own functions. Then all conversations.
 */
export async function seedActivity({ db, stripeApi }: Activity): Promise<void> {
  const deps: SaleDeps = {
    db,
    stripe: stripeClient(stripeApi, "sk_test_sandbox"),
    clock: { now: () => now },
    requestId: "seed",
    log(level, event, fields) {
      if (level !== "info") throw new Error(`${event}: ${JSON.stringify(fields)}`);
    },
  };
  const steps = sales.flatMap((sale) => sale.timeline.map((step) => ({ sale, step, at: moment(step.at) })));
  let waiting: SQLWrapper[] = [];
  for (const step of [...(await history(db)), ...steps].sort((a, b) => a.at - b.at)) {
    if ("statements" in step) {
      waiting.push(...step.statements);
      continue;
    }
    await inBulk(db, waiting);
    waiting = [];
    now = step.at;
    await makeStep(deps, stripeApi, step.sale, step.step);
  }
  await inBulk(db, waiting);
  now = Date.now();
  await reminders.write(deps);
  await checkSales(db);
  for (const talk of talks) await seedConversation(db, talk);
  // They were sent at their own time; the local mailbox is for what happens from now on.
  await db
    .update(outbox)
    .set({ sentAt: sql`${outbox.createdAt}` })
    .where(isNull(outbox.sentAt));
}

async function seedConversation(db: Db, talk: (typeof talks)[number]): Promise<void> {
  const [a, b] = talk.participants.map(userId);
  const opened = talk.messages[0];
  if (!a || !b || !opened) throw new Error(`${talk.ref} is not between two`);
  const id = await conversations.findOrCreate(db, a, b, moment(opened.at));
  if (!id) throw new Error(`${talk.ref} could not be opened`);
  const wire = { db, inboxes: { push: async () => {}, endSession: async () => {} }, later: () => {} };
  const send = ({ at, sender, content }: (typeof talk.messages)[number]) =>
    conversations.send(
      wire,
      { id: crypto.randomUUID(), conversationId: id, senderId: userId(sender), content },
      moment(at),
    );
  const unread = talk.messages.findIndex((message) => !message.is_read);
  const read = unread === -1 ? talk.messages : talk.messages.slice(0, unread);
  for (const message of read) await send(message);
  for (const reader of [a, b]) await conversations.findThread(db, id, reader, true);
  for (const message of talk.messages.slice(read.length)) await send(message);
}
