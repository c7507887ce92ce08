import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { activeUserId } from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import type { Gig } from "#app/gigs/gig.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { type PackageKey, packageOf } from "#app/gigs/package.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { creditFor } from "#app/ledger/credit.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { agreement, type OrderRow, opened } from "#app/orders/agreement.ts";
import { changed, heldByBank, letGoByBank } from "#app/orders/clocks.ts";
import { feeOf, type OrderEventKind, refusalToPlace, stageOncePaid } from "#app/orders/order.ts";
import { changesBy } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orderEvents, orderFiles, orders, settings } from "#drizzle/schema.ts";

export type Order = typeof orders.$inferSelect;
export type OrderEvent = typeof orderEvents.$inferSelect;

/**
 * Who acts: a viewer, whose session must not have ended when it is written (docs/architecture.md#claims); or an id alone, where nobody is signed in: the
 * seed and the product itself.
 */
export type ActingUser = Pick<Viewer, "id" | "sessionId"> | string;

/** What an order form asks for. */
export type Asked = {
  buyer: ActingUser;
  package: PackageKey;
  requirements: string;
  /** Cents that the page showed; undefined: no check. */
  shownPrice?: number;
  /** The form's; null: this post is its own order. */
  token: string | null;
};

/** So many orders a buyer may have unpaid; the next one waits until one is paid or cancelled. */
const mostUnpaid = 20;

/** The order, and whether this call has placed it. */
type Placed = { order: Order; isNew: boolean };

/** How often a gig may change under an order before it is given up. */
const changesFollowed = 5;

/**
 * Places an order (pending / pending) with its snapshots, only on the gig as it was when its price was read: one that has been
 * repriced or paused since is read again, and the decision made anew (docs/specification.md#shown-price).
 * The same form sent again, by a double click or after Back, finds the first order; another package, text or price under the same
 * token is another order, which takes the place of the unpaid ones before it; and so is one after a cancellation.
 * @param gig as it was read @param at UTC ms
 * @returns a sentence when nothing was placed; null when there is no such service or package any more
 */
export async function place(
  db: Db,
  gig: Gig,
  { token, ...asked }: Asked,
  at: number,
): Promise<Placed | { refusal: string } | null> {
  const { buyer, requirements } = asked;
  const buyerId = idOf(buyer);
  const before = token ? beforeIt(buyerId, gig.id, token) : undefined;
  const [{ percent, refundDays }, available] = await Promise.all([
    terms(db),
    credit.available(db, buyerId, before),
  ]);
  let usable = available;
  let formToken = token
    ? `${token}:${await sha256(JSON.stringify([gig.id, { ...asked, buyer: buyerId }]))}`
    : crypto.randomUUID();
  let now: Gig | null = gig;
  for (let changes = 0; ; ) {
    const chosen = now && packageOf(now, asked.package);
    if (!now || !chosen) return null;
    const refusal = refusalToPlace(now, chosen, buyerId, asked.shownPrice);
    if (refusal) {
      // Sent again, after the order that it placed at its price.
      const first = await findUnder(db, buyerId, formToken);
      return first && first.status !== "cancelled" ? { order: first, isNew: false } : { refusal };
    }
    const agreed = agreement(now, chosen, buyerId, requirements);
    const feeCents = feeOf(agreed.priceCents, percent);
    const creditCents = creditFor(agreed.priceCents, usable);
    const id = crypto.randomUUID();
    const order = opened({ ...agreed, id, formToken, feeCents, creditCents, refundDays }, at);
    try {
      await db.batch(
        placed(db, order, {
          gigId: unchanged(now),
          sellerId: whileFewUnpaid(order, before),
          ...(typeof buyer === "string" ? {} : { buyerId: activeUserId(buyer, at) }),
          before,
        }),
      );
      return { order: await required(db, order.id), isNew: true };
    } catch (error) {
      if (brokeNotNull(error, "orders.gig_id")) {
        if (++changes > changesFollowed)
          return { refusal: "This service is changing at the moment: please try again" };
        now = await gigs.find(db, { id: gig.id });
        continue;
      }
      if (brokeNotNull(error, "orders.seller_id")) {
        const first = await findUnder(db, buyerId, formToken);
        return first && first.status !== "cancelled"
          ? { order: first, isNew: false }
          : { refusal: `You have ${mostUnpaid} unpaid orders. Pay or cancel one first.` };
      }
      if (brokeNotNull(error, "orders.buyer_id")) return { refusal: "Please sign in to continue" };
      if (credit.isTaken(error)) {
        // Another order of theirs came first and has the credit: this one is paid by card alone.
        usable = 0;
        continue;
      }
      if (!brokeUnique(error, "orders.form_token")) throw error;
      const first = await findUnder(db, buyerId, formToken);
      if (!first) throw error;
      if (first.status !== "cancelled") return { order: first, isNew: false };
      // Derived from the cancelled one, so that two clicks still make one order.
      formToken = `${formToken}:${first.id}`;
    }
  }
}

/** The gig's id while it is on offer and as it was read; else null, which no order takes (docs/architecture.md#claims). */
function unchanged({ id, version }: Gig): SQL<string> {
  return sql`(select id from gigs where id = ${id} and version = ${version} and listed = 1)`;
}

/** Select of the ids of a buyer's unpaid orders of a gig from the same page: the next one from there takes their place. */
export function beforeIt(buyerId: string, gigId: string, token: string): SQL {
  // `;` follows `:`, behind which the rest of a form token stands.
  return sql`select orders.id from orders where buyer_id = ${buyerId} and gig_id = ${gigId} and ${unpaid}
    and form_token > ${`${token}:`} and form_token < ${`${token};`}`;
}

/** The order's seller while its buyer has few unpaid orders besides those that it replaces; else null, which no order takes. */
function whileFewUnpaid(
  { buyerId, sellerId }: OrderRow,
  before: SQL = sql`select null where 0`,
): SQL<string> {
  return sql`(select ${sellerId} where (select count(*) from orders where buyer_id = ${buyerId} and ${unpaid} and id not in (${before})) < ${mostUnpaid})`;
}

async function findUnder(db: Db, buyerId: string, formToken: string): Promise<Order | null> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.formToken, formToken)));
  return order ?? null;
}

/**
 * Statements of a new order: the row, its first event, and the credit that it takes.
 * @param only sub-selects that are null where it may not be placed; `before`: the unpaid orders that it replaces
 */
export function placed(
  db: Db,
  order: OrderRow,
  {
    before,
    ...only
  }: { gigId?: SQL<string>; sellerId?: SQL<string>; buyerId?: SQL<string>; before?: SQL } = {},
) {
  const { id: orderId, version: seq, buyerId: actorId, createdAt: at, creditCents } = order;
  return [
    db.insert(orders).values({ ...order, ...only }),
    ...(before
      ? unpaidCancelled(
          db,
          sql`id in (${before}) and id <> ${orderId}`,
          actorId,
          at,
          "Replaced by another order",
        )
      : []),
    db.insert(orderEvents).values({ orderId, seq, kind: "placed", actorId, at }),
    ...(creditCents > 0 ? [credit.reserved(db, actorId, orderId, creditCents, at)] : []),
  ] as const;
}

/** What orders of today are placed under: the fee in percent, and the refund window in days (docs/specification.md#fee). */
async function terms(db: Db): Promise<{ percent: number; refundDays: number }> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.key, ["fee_percent", "refund_days"]));
  const set = new Map(rows.map(({ key, value }) => [key, Number(value)]));
  return { percent: set.get("fee_percent") ?? 0, refundDays: set.get("refund_days") ?? 14 };
}

/** One order; null when there is none. */
export async function find(db: Db, id: string): Promise<Order | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order ?? null;
}

async function required(db: Db, id: string): Promise<Order> {
  const order = await find(db, id);
  if (!order) throw new Error(`Order ${id} has vanished`);
  return order;
}

/** A file that comes with a delivery; its bytes are in the bucket already. */
export type NewFile = Pick<typeof orderFiles.$inferInsert, "id" | "name" | "type" | "bytes">;

/** What comes with a move. */
export type Additions = { note?: string | null; answers?: string[]; files?: NewFile[]; cents?: number };

/**
 * Statements of a move: the event claims the order's next number, so that of two moves at once one breaks the unique key
 * and its whole batch is undone (docs/architecture.md#claims). Those who did not make it are told.
 * @param order as it was read when the move was decided @param user null: the product itself @param at UTC ms
 * @param to what else it changes about the order
 */
export function transitioned(
  db: Db,
  order: OrderRow,
  name: TransitionName,
  { actor, user }: { actor: Actor; user: ActingUser | null },
  at: number,
  { note, answers, files = [], cents }: Additions = {},
  to: Partial<Order> = {},
) {
  const move = transitionOf(name);
  const seq = order.version + 1;
  return [
    claim(db, order, move.event, user, at, { note: note ?? move.note, cents }),
    change(db, order, at, {
      ...changesBy(move, name, order, actor, at),
      ...(answers ? { answers } : {}),
      ...to,
    }),
    ...(files.length > 0
      ? [db.insert(orderFiles).values(files.map((file) => ({ ...file, orderId: order.id, seq })))]
      : []),
    ...lettersAbout(db, order, move.event, actor, at),
  ] as const;
}

/**
 * The mails about an event of an order: to each party that did not cause it, and to a buyer who may review now. Of an order that nobody paid
 * its seller has never heard.
 */
function lettersAbout(db: Db, order: OrderRow, kind: OrderEventKind, actor: Actor, at: number) {
  const isUnpaid = order.paymentStatus === "pending" || order.paymentStatus === "failed";
  const told = (["buyer", "seller"] as const).filter(
    (party) => party !== actor && !(party === "seller" && isUnpaid),
  );
  const letters = told.map((party) =>
    outbox.mail(
      db,
      kind as outbox.MailKind,
      party === "buyer" ? order.buyerId : order.sellerId,
      order.id,
      at,
    ),
  );
  return kind === "completed"
    ? [...letters, outbox.mail(db, "review_wanted", order.buyerId, order.id, at)]
    : letters;
}

/** What nobody has paid, and still may. */
const unpaid = sql`status = 'pending' and payment_status in ('pending', 'failed')`;

/** True when a batch was undone because another had claimed the order's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "order_events.seq");
}

/**
 * Statements: somebody leaves, and orders of theirs that were never paid are cancelled; buyers are told. They take the orders as
 * they are when the batch runs; there may be none. Their sellers had not heard of them. @param at UTC ms
 */
export function abandoned(db: Db, userId: string, at: number) {
  const ofTheirs = sql`${unpaid} and (buyer_id = ${userId} or seller_id = ${userId})`;
  const toBuyers = sql`select buyer_id user_id, id subject_id from orders where ${unpaid} and seller_id = ${userId}`;
  return [
    outbox.mailEach(db, "seller_left", toBuyers, at),
    ...unpaidCancelled(db, ofTheirs, userId, at),
  ] as const;
}

/** Statements: unpaid orders are cancelled, as they are when the batch runs; there may be none. @param which of `orders` @param at UTC ms */
function unpaidCancelled(db: Db, which: SQL, actorId: string, at: number, note: string | null = null) {
  return [
    db
      .insert(orderEvents)
      .select(
        sql`select null, id, version + 1, 'cancelled', ${actorId}, ${at}, ${note}, null from orders where ${which}`,
      ),
    credit.releasedOf(db, sql`select id from orders where ${which}`),
    db
      .update(orders)
      .set({
        status: "cancelled",
        stage: "closed",
        deadlineAt: null,
        reminderAt: null,
        turn: null,
        version: sql`version + 1`,
        updatedAt: at,
      })
      .where(which),
  ] as const;
}

/** Statements of a payment that the order takes. @param at UTC ms */
export function paid(db: Db, order: OrderRow, at: number) {
  return [
    claim(db, order, "paid", null, at),
    change(db, order, at, {
      paymentStatus: "paid",
      paidAt: at,
      heldMs: 0,
      stage: stageOncePaid(order.questions),
    }),
    ...(order.creditCents > 0 ? [credit.spent(db, order)] : []),
    outbox.mail(db, "receipt", order.buyerId, order.id, at),
    outbox.mail(db, "new_order", order.sellerId, order.id, at),
  ] as const;
}

/**
 * Statements of a payment that the bank has refused days later: it can be paid anew, for as long as a new order. @param at UTC ms
 */
export function paymentFailed(db: Db, order: OrderRow, at: number) {
  return [
    claim(db, order, "payment_failed", null, at),
    change(db, order, at, { paymentStatus: "failed", heldMs: at - order.createdAt }),
    outbox.mail(db, "payment_failed", order.buyerId, order.id, at),
  ] as const;
}

/** Statements of a refund that Stripe has confirmed. @param cents of it @param whole nothing is left to come back @param at UTC ms */
export function refunded(db: Db, order: OrderRow, cents: number, whole: boolean, at: number) {
  return [
    claim(db, order, "refunded", null, at, { cents }),
    change(db, order, at, whole ? { paymentStatus: "refunded" } : {}),
    outbox.mail(db, "refunded", order.buyerId, order.id, at),
  ] as const;
}

/** Statements of a refund that Stripe had confirmed and that failed after all: the money is with us again. @param at UTC ms */
export function refundFailed(db: Db, order: OrderRow, cents: number, at: number) {
  return [
    claim(db, order, "refund_failed", null, at, { cents }),
    change(db, order, at, { paymentStatus: "paid" }),
  ] as const;
}

/**
 * Statements of an operator's refund of an amount (docs/specification.md#refunds): it ends a refund request, and one of all that is left every
 * request. @param to the amounts that are decided now @param at UTC ms
 */
export function refundGranted(
  db: Db,
  order: OrderRow,
  user: ActingUser,
  { cents, note }: { cents: number; note: string },
  to: Partial<Order>,
  at: number,
) {
  const ends = order.hold === "refund" || to.stage === "closed";
  return [
    claim(db, order, "refund_granted", user, at, { cents, note }),
    change(db, order, at, {
      ...(ends && order.hold !== "dispute" ? { hold: "none" as const } : {}),
      ...to,
    }),
    ...lettersAbout(db, order, "refund_granted", "operator", at),
  ] as const;
}

/**
 * Statements of a bank's dispute: it holds the order, or its end lets go of it and takes up the request that waited (docs/specification.md#disputes).
 * @param to what the bank decided; `hold`: another dispute is open @param at UTC ms
 */
export function disputed(
  db: Db,
  order: OrderRow,
  kind: "disputed" | "dispute_won" | "dispute_lost",
  cents: number,
  to: Partial<Order>,
  at: number,
) {
  return [
    claim(db, order, kind, null, at, { cents }),
    change(db, order, at, {
      ...to,
      ...(kind === "disputed" || to.hold === "dispute"
        ? heldByBank(order)
        : letGoByBank({ ...order, ...to })),
    }),
    ...lettersAbout(db, order, kind, "product", at),
  ] as const;
}

function claim(
  db: Db,
  order: OrderRow,
  kind: OrderEventKind,
  user: ActingUser | null,
  at: number,
  { note, cents }: { note?: string | null; cents?: number } = {},
) {
  const actorId = user && idOf(user);
  // No event without its order: so nothing is moved in the name of a session that has ended.
  const orderId =
    user && typeof user !== "string"
      ? sql`iif(${activeUserId(user, at)} is null, null, ${order.id})`
      : order.id;
  return db.insert(orderEvents).values({
    orderId,
    seq: order.version + 1,
    kind,
    actorId,
    at,
    note: note?.trim() || null,
    cents: cents ?? null,
  });
}

/** The id of whoever acts. */
export function idOf(user: ActingUser): string {
  return typeof user === "string" ? user : user.id;
}

/** The order's columns after a change, its clocks and deadlines among them. */
function change(db: Db, order: OrderRow, at: number, to: Partial<Order>) {
  return db
    .update(orders)
    .set({ ...to, ...changed(order, to, at), version: order.version + 1, updatedAt: at })
    .where(eq(orders.id, order.id));
}
