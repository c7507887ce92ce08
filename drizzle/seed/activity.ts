import { isNull, type SQLWrapper, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as conversations from "#app/conversations/conversations.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as checkout from "#app/payments/checkout.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as orderMoves from "#app/payments/order-moves.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { outbox } from "#drizzle/schema.ts";
import { history } from "./history.ts";
import { userId } from "./people.ts";
import { gigId, inBulk, type SourceOrder, orders as sales, conversations as talks } from "./source.ts";

/** What the market does: made by the product's own functions under a moved clock, so that the product could have made it. */
export type Activity = {
  db: Db;
  /** The Stripe stand-in, up while the seed runs: every seeded payment can be refunded. */
  stripeApi: string;
};

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId">;

/** The clock of the seed: it stands where the story is. */
let now = Date.now();
const seeding = Date.now();

/** `-3d4h`, `+2d`: from the moment of seeding. @returns UTC ms */
function moment(relative: string): number {
  const [, sign, d = "0", h = "0", m = "0"] =
    /^([+-])(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?$/.exec(relative) ?? [];
  if (!sign) throw new Error(`${relative} is no relative time`);
  const ms = ((Number(d) * 24 + Number(h)) * 60 + Number(m)) * 60_000;
  return sign === "-" ? seeding - ms : seeding + ms;
}

/**
 * Everything that was bought, in the order in which it happened, so that rows are numbered as their times run: the history, and the
 * orders that the product can make so far (the others come with the orders' issue). Then all conversations.
 */
export async function seedActivity({ db, stripeApi }: Activity): Promise<void> {
  const deps: Deps = {
    db,
    stripe: stripeClient(stripeApi, "sk_test_sandbox"),
    clock: { now: () => now },
    requestId: "seed",
    log(level, event, fields) {
      if (level !== "info") throw new Error(`${event}: ${JSON.stringify(fields)}`);
    },
  };
  const steps = sales
    .filter(canBeMade)
    .flatMap((sale) => sale.timeline.map(({ at, event }) => ({ sale, event, at: moment(at) })));
  let waiting: SQLWrapper[] = [];
  for (const step of [...(await history(db)), ...steps].sort((a, b) => a.at - b.at)) {
    if ("statements" in step) {
      waiting.push(...step.statements);
      continue;
    }
    await inBulk(db, waiting);
    waiting = [];
    now = step.at;
    await seedStep(deps, stripeApi, step.sale, step.event);
  }
  await inBulk(db, waiting);
  for (const talk of talks) await seedConversation(db, talk);
  // They were sent at their own time; the local mailbox is for what happens from now on.
  await db
    .update(outbox)
    .set({ sentAt: sql`${outbox.createdAt}` })
    .where(isNull(outbox.sentAt));
}

function canBeMade({ scenario, timeline }: SourceOrder): boolean {
  const byPeople = timeline.every(
    ({ event, by }) => by !== "operator" && (event !== "cancelled" || by !== "system"),
  );
  return (
    byPeople &&
    [
      "awaiting_payment",
      "awaiting_requirements",
      "working",
      "cancelled_unpaid",
      "cancelled_refunded",
    ].includes(scenario)
  );
}

/** The ids of the orders made, by `ref`. */
const made = new Map<string, string>();

/** One step of an order's story, at its moment: orders are numbered in the order in which they were placed. */
async function seedStep(deps: Deps, stripeApi: string, sale: SourceOrder, event: string): Promise<void> {
  if (event === "order_created") {
    made.set(sale.ref, (await place(deps, sale)).id);
    return;
  }
  const order = await orders.find(deps.db, made.get(sale.ref) ?? "");
  if (!order) throw new Error(`${sale.ref} was not placed`);
  if (event === "payment_confirmed") {
    await pay(deps, stripeApi, order, `${sale.buyer}@mail.example`);
  } else if (event === "work_started") {
    await orderMoves.make(deps, order, "start", { mover: "seller", actor: order.sellerId });
  } else if (event === "cancelled") {
    await orderMoves.make(deps, order, "cancel", { mover: "buyer", actor: order.buyerId });
    await refunds.work(deps, 0);
  }
}

async function place({ db }: Deps, sale: SourceOrder): Promise<orders.Order> {
  const gig = await gigs.find(db, { id: gigId(sale.gig) });
  const asked = { buyer: userId(sale.buyer), package: sale.package, requirements: "", token: null };
  const placed = gig && (await orders.place(db, gig, asked, now));
  if (!placed || "refusal" in placed) throw new Error(`${sale.ref} orders what is not offered`);
  return placed.order;
}

async function pay(deps: Deps, stripeApi: string, order: orders.Order, email: string): Promise<void> {
  const page = await checkout.open(deps, order, email, "http://127.0.0.1:8787");
  const session = "url" in page ? /cs_\w+/.exec(page.url)?.[0] : undefined;
  if (!session) throw new Error(`No card page for ${order.id}: ${JSON.stringify(page)}`);
  const paid = await fetch(`${stripeApi}/control/sessions/${session}/pay`, { method: "POST" });
  if (!paid.ok) throw new Error(`The stand-in took no payment: ${await paid.text()}`);
  const { state } = await fulfil(deps, session);
  if (state !== "confirmed") throw new Error(`A seeded payment is ${state}`);
}

async function seedConversation(db: Db, talk: (typeof talks)[number]): Promise<void> {
  const [a, b] = talk.participants.map(userId);
  const opened = talk.messages[0];
  if (!a || !b || !opened) throw new Error(`${talk.ref} is not between two`);
  const id = await conversations.between(db, a, b, moment(opened.at));
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
  for (const reader of [a, b]) await conversations.openThread(db, id, reader, true);
  for (const message of talk.messages.slice(read.length)) await send(message);
}
