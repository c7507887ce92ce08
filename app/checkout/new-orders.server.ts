import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as sessions from "#app/auth/sessions.server.ts";
import * as orderTerms from "#app/checkout/current-terms.server.ts";
import {
  type Agreement,
  agreementOf,
  confirmSentence,
  feeOf,
  newOrder,
  refusalToPrice,
} from "#app/checkout/new-order.ts";
import type { Db } from "#app/context.ts";
import { refusalToOrder } from "#app/gigs/gig.ts";
import type { Gig } from "#app/gigs/gigs.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import {
  type Choice,
  type ChoiceRefusal,
  chosenOf,
  isPriceOf,
  packageAlone,
} from "#app/gigs/packages/extras.ts";
import { packageOf } from "#app/gigs/packages/packages-of.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { creditFor } from "#app/ledger/credit.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import { orderEvents, orders as ordersTable } from "#drizzle/schema.ts";

/** The values of an order form, whatever it orders. */
export type OrderAsked = {
  buyer: orders.ActingUser;
  requirements: string;
  /** The price that the page showed, in cents; undefined: not checked. */
  shownPrice?: number;
  /** The form's token; null: this request is always a new order. */
  token: string | null;
};

/** The values of the order form of a gig. Without extras and a quantity: the package alone, once. */
export type OrderRequest = OrderAsked & Pick<Choice, "package"> & Partial<Choice>;

/** `isNew`: false if the same form had placed this order before. */
export type PlacedOrder = { order: orders.Order; isNew: boolean };

type Statement = BatchItem<"sqlite">;

/** Why nothing can be ordered. `field`: the form's field, if another choice there can be ordered. */
export type TermsRefusal = { refusal: string; field?: ChoiceRefusal["field"] };

/**
 * What can be ordered now. `claims`: statements that hold the terms while the order is placed, with a guard
 * named `rule`. `refusal`: why it cannot be ordered. `standing`: the paid order that already bought it. Null:
 * what was wanted no longer exists.
 */
export type Terms =
  | { agreed: Agreement; rule: guards.Rule; claims: (orderId: string) => [Statement, ...Statement[]] }
  | TermsRefusal
  | { standing: orders.Order }
  | PlacedOrder
  | null;

/** What an order form orders: a package of a gig, or an offer. */
export type Wanted = {
  gigId: string;
  /** Names what is chosen: the same form with another choice is another order. */
  choice: unknown;
  /** @param isAgain true if the terms have changed since they were last read */
  read(isAgain: boolean): Promise<Terms>;
};

/** At most this many orders of a buyer may be unpaid (docs/specification.md#placing-an-order). */
const unpaidLimit = 20;

/**
 * How many times what is ordered is read again if it changes while it is being ordered
 * (docs/specification.md#shown-price).
 */
const maxChanges = 5;

/**
 * A package of a gig, as an order form orders it.
 * @param gig as it was read
 */
export function packageWanted(
  db: Db,
  gig: Gig,
  {
    buyer,
    package: key,
    extras = packageAlone.extras,
    quantity = packageAlone.quantity,
    requirements,
    shownPrice,
  }: Omit<OrderRequest, "token">,
): Wanted {
  const buyerId = orders.idOf(buyer);
  return {
    gigId: gig.id,
    choice: extras.length === 0 && quantity === 1 ? key : [key, quantity, ...extras.toSorted()],
    async read(isAgain) {
      const current = isAgain ? await gigs.find(db, { id: gig.id }) : gig;
      const offered = current && packageOf(current, key);
      if (!current || !offered) return null;
      const unavailable = refusalToOrder(buyerId, current);
      if (unavailable) return { refusal: unavailable };
      const chosen = chosenOf(offered, current.extras, { extras, quantity });
      if ("refusal" in chosen) return chosen;
      const changed = refusalToPrice(chosen.priceCents, shownPrice);
      if (changed && shownPrice && isPriceOf(offered, current.extras, shownPrice))
        return { refusal: confirmSentence(chosen.priceCents) };
      if (changed) return { refusal: changed };
      return {
        agreed: agreementOf(current, offered, chosen, buyerId, requirements),
        rule: "gig-unchanged",
        claims: () => [gigUnchanged(db, current)],
      };
    },
  };
}

/**
 * Places an order (pending / pending) of a package. @param gig as it was read @param at UTC ms
 * @returns as `placeWanted`
 */
export async function place(db: Db, gig: Gig, request: OrderRequest, at: number) {
  return await placeWanted(db, packageWanted(db, gig, request), request, at);
}

/**
 * Places an order (pending / pending) with its snapshots, if the terms have not changed since they were read;
 * if they have, they are read again and the decision is repeated. The same form sent twice (a double click,
 * or Back) finds its first order. Another choice, text or price under the same token is a new order, which
 * replaces the unpaid ones, unless one of them is paid or may still be paid at Stripe.
 * @param at UTC ms
 * @returns `standing` or a refusal if nothing was placed; null if what is wanted no longer exists.
 * `standing`: an order of the same form that must be closed first (`placeAfterClosing`)
 */
export async function placeWanted(
  db: Db,
  wanted: Wanted,
  { buyer, requirements, shownPrice, token }: OrderAsked,
  at: number,
): Promise<PlacedOrder | TermsRefusal | { standing: orders.Order } | null> {
  const { gigId, choice } = wanted;
  const buyerId = orders.idOf(buyer);
  const replaced = token ? orders.replacedOrders(buyerId, gigId, token) : undefined;
  const [{ percent, refundDays }, available] = await Promise.all([
    orderTerms.find(db),
    credit.available(db, buyerId, replaced),
  ]);
  let usable = available;
  let formToken = token
    ? `${token}:${await sha256(JSON.stringify([gigId, choice, requirements, shownPrice ?? null]))}`
    : crypto.randomUUID();
  const standing = token ? orders.standingOrders(buyerId, gigId, token, formToken) : undefined;
  /** The order that the same form placed before, unless it was cancelled; else the refusal. */
  const firstOr = async (refused: TermsRefusal) => {
    const first = await orders.findByFormToken(db, buyerId, formToken);
    return first && first.status !== "cancelled" ? { order: first, isNew: false } : refused;
  };
  let terms = await wanted.read(false);
  for (let changes = 0; ; ) {
    if (!terms || "order" in terms || "standing" in terms) return terms;
    if ("refusal" in terms) return await firstOr(terms);
    const { agreed, claims } = terms;
    const feeCents = feeOf(agreed.priceCents, percent);
    const creditCents = creditFor(agreed.priceCents, usable);
    const id = crypto.randomUUID();
    const order = newOrder({ ...agreed, id, formToken, feeCents, creditCents, refundDays }, at);
    try {
      await db.batch([
        ...claims(id),
        roomForUnpaid(db, buyerId, replaced),
        ...(typeof buyer === "string" ? [] : [sessions.held(db, buyer, at)]),
        ...(standing ? [guards.that(db, "no-standing-order", sql`not exists (${standing})`)] : []),
        ...placed(db, order, replaced),
      ]);
      const written = await orders.find(db, id);
      if (!written) throw new Error(`Order ${id} is gone after it was placed`);
      return { order: written, isNew: true };
    } catch (error) {
      const rule = guards.broken(error);
      if (rule === terms.rule) {
        if (++changes > maxChanges) return { refusal: "This service is being updated. Please try again." };
        terms = await wanted.read(true);
        continue;
      }
      if (rule === "unpaid-order-limit")
        return await firstOr({
          refusal: `You have ${unpaidLimit} unpaid orders. Pay or cancel one first.`,
        });
      if (standing && rule === "no-standing-order") {
        const [other] = await db.select().from(ordersTable).where(sql`id in (${standing})`).limit(1);
        if (other) return { standing: other };
        // It was closed in the meantime.
        continue;
      }
      if (rule === "session") return { refusal: "Please sign in to continue" };
      if (credit.isTaken(error)) {
        // Another order of this buyer came first and has the credit, so this one is paid by card alone.
        usable = 0;
        continue;
      }
      if (!brokeUnique(error, "orders.form_token")) throw error;
      const first = await orders.findByFormToken(db, buyerId, formToken);
      if (!first) throw error;
      if (first.status !== "cancelled") return { order: first, isNew: false };
      // Derived from the cancelled order, so that two clicks still place one order.
      formToken = `${formToken}:${first.id}`;
    }
  }
}

/**
 * Statements of a new order: the row with the buyer's current billing details, its first event, and the
 * credit that it reserves.
 * @param replaced a select of the ids of the unpaid orders that it replaces
 */
export function placed(db: Db, order: orders.OrderRow, replaced?: SQL) {
  const { id: orderId, version: seq, buyerId: actorId, createdAt: at, creditCents } = order;
  return [
    // Before the order is stored: an offer has one order that is not cancelled.
    ...(replaced
      ? orders.unpaidCancelled(db, sql`id in (${replaced})`, actorId, at, "Replaced by another order")
      : []),
    db.insert(ordersTable).values({
      ...order,
      // They do not affect the price or the work, so a change while the order is being placed does not refuse
      // it.
      buyerCompany: sql`(select company_name from profiles where id = ${actorId})`,
      buyerTaxNumber: sql`(select tax_number from profiles where id = ${actorId})`,
    }),
    db.insert(orderEvents).values({ orderId, seq, kind: "placed", actorId, at }),
    ...(creditCents > 0 ? credit.reserved(db, actorId, orderId, creditCents, at) : []),
  ] as const;
}

/** A guard: the gig is for sale and unchanged. */
function gigUnchanged(db: Db, { id, version }: Gig) {
  const isUnchanged = sql`exists (select 1 from gigs where id = ${id} and version = ${version} and listed = 1)`;
  return guards.that(db, "gig-unchanged", isUnchanged);
}

/** A guard: the buyer does not have too many unpaid orders, not counting those that this one replaces. */
function roomForUnpaid(db: Db, buyerId: string, replaced: SQL = sql`select null where 0`) {
  const unpaid = sql`(select count(*) from orders where buyer_id = ${buyerId} and ${orders.isUnpaid} and id not in (${replaced}))`;
  return guards.that(db, "unpaid-order-limit", sql`${unpaid} < ${unpaidLimit}`);
}
