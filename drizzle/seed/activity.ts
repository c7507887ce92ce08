import { isNull, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import { send } from "#app/conversations/sending/sending.server.ts";
import { markRead } from "#app/conversations/thread/reading.server.ts";
import { minute } from "#app/lib/dates.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { outbox, visitorMails } from "#drizzle/schema.ts";
import { history } from "./history.ts";
import { moment } from "./moment.ts";
import { seedPayouts } from "./payouts.ts";
import { payingSellers, userId } from "./people.ts";
import { checkSales, makeStep, payFee, type SaleDeps } from "./sales.ts";
import { inBulk, orders as sales, sellers, conversations as talks } from "./source.ts";
import { ticketSteps } from "./tickets.ts";

/**
 * The bindings for the market's activity. The product's own functions create it, so it is valid for the
 * product.
 */
export type Activity = {
  db: Db;
  /**
   * The address of the Stripe stand-in. It runs during the seed, so that the payments of orders.json can be
   * refunded.
   */
  stripeApi: string;
  secret: string;
};

/** The clock of the seed, UTC ms: the time of the current step. */
let now = Date.now();

/**
 * Seeds the history, all orders and tickets in the order of their steps, so that row numbers follow time.
 * Then seeds the conversations.
 */
export async function seedActivity({ db, stripeApi, secret }: Activity): Promise<void> {
  const deps: SaleDeps = {
    db,
    stripe: stripeClient(stripeApi, "sk_test_sandbox"),
    clock: { now: () => now },
    secret,
    requestId: "seed",
    log(level, event, fields) {
      if (level !== "info") throw new Error(`${event}: ${JSON.stringify(fields)}`);
    },
  };
  const steps = sales.flatMap((sale) => sale.timeline.map((step) => ({ sale, step, at: moment(step.at) })));
  const fees = sellers
    .filter(({ username }) => payingSellers.includes(username))
    .map(({ username, created_at }) => ({ payer: username, at: Date.parse(created_at) + minute }));
  let pending: SQLWrapper[] = [];
  for (const step of [...(await history(db)), ...fees, ...ticketSteps(db), ...steps].sort(
    (a, b) => a.at - b.at,
  )) {
    if ("statements" in step) {
      pending.push(...step.statements);
      continue;
    }
    await inBulk(db, pending);
    pending = [];
    now = step.at;
    if ("payer" in step) await payFee(deps, stripeApi, step.payer);
    else await makeStep(deps, stripeApi, step.sale, step.step);
  }
  await inBulk(db, pending);
  now = Date.now();
  await reminders.write(deps);
  await checkSales(db);
  await seedPayouts(deps, stripeApi);
  for (const talk of talks) await seedConversation(db, talk);
  // The seed's emails count as sent when they were written. The local mailbox shows only new ones.
  await db
    .update(outbox)
    .set({ sentAt: sql`${outbox.createdAt}` })
    .where(isNull(outbox.sentAt));
  await db.update(visitorMails).set({ sentAt: sql`${visitorMails.createdAt}` });
}

async function seedConversation(db: Db, talk: (typeof talks)[number]): Promise<void> {
  const [a, b] = talk.participants.map(userId);
  const opened = talk.messages[0];
  if (!a || !b || !opened) throw new Error(`${talk.ref} has fewer than two participants or no message`);
  const id = await conversations.findOrCreate(db, a, b, moment(opened.at));
  if (!id) throw new Error(`The conversation ${talk.ref} cannot be opened`);
  const wire = {
    db,
    inboxes: { push: async () => {}, forgetWatching: async () => {}, endSession: async () => {} },
    later: () => {},
  };
  const say = ({ at, sender, content }: (typeof talk.messages)[number]) =>
    send(
      wire,
      { id: crypto.randomUUID(), conversationId: id, senderId: userId(sender), content },
      moment(at),
    );
  const unread = talk.messages.findIndex((message) => !message.is_read);
  const read = unread === -1 ? talk.messages : talk.messages.slice(0, unread);
  for (const message of read) await say(message);
  for (const reader of [a, b]) await markRead(wire, id, reader, Number.MAX_SAFE_INTEGER);
  for (const message of talk.messages.slice(read.length)) await say(message);
}
