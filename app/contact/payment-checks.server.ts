import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import {
  type CheckedPayment,
  type CheckState,
  checkBounds,
  checkStateOf,
  type PaymentCheck,
  withoutFailedAttempts,
} from "#app/contact/payment-check.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { day, hour } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import { href } from "#app/lib/href.ts";
import { within } from "#app/lib/reads.ts";
import { shortId } from "#app/orders/order.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { refused } from "#app/payments/stripe.server.ts";
import { paymentChecks } from "#drizzle/schema.ts";

// "I was charged and have no order" (docs/specification.md#charged). Times are UTC ms.

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * A Checkout Session that the viewer may have paid. `orderId` and `title`: null for a seller registration.
 * `extra`: the title of the extra that the payment adds to the order; null: it pays for the order itself.
 */
type Session = {
  callId: string;
  orderId: string | null;
  title: string | null;
  extra: string | null;
  cents: number;
  at: number;
};

/** How many of a user's newest orders are examined. */
const ordersExamined = 50;

/**
 * Asks Stripe about the user's open and recent Checkout Sessions in parallel, and fulfils those that were
 * paid. A Stripe error is a result, not an exception.
 * @param time the time limit, in ms
 * @returns the results, newest first
 * @throws Error if the sessions cannot be read
 */
export async function check(
  deps: Deps,
  userId: string,
  time: number = checkBounds.time,
): Promise<CheckedPayment[]> {
  const until = Date.now() + time;
  const sessions = await listSessions(deps.db, userId, deps.clock.now());
  const results = await Promise.all(
    sessions.map(async (session): Promise<CheckedPayment> => {
      const { orderId, cents, at } = session;
      const state = await stateOf(deps, session, until);
      return {
        label: labelOf(session),
        to: orderId === null ? href("/services/sell") : href("/orders/:id", { id: orderId }),
        cents,
        at,
        state,
      };
    }),
  );
  return withoutFailedAttempts(results).toSorted((a, b) => b.at - a.at);
}

function labelOf({ orderId, title, extra }: Session): string {
  if (orderId === null) return "Seller registration fee";
  return `Order #${shortId(orderId)}: ${extra === null ? title : `${extra}, added to ${title}`}`;
}

async function stateOf(deps: Deps, { callId }: Session, until: number): Promise<CheckState> {
  try {
    return await within(Math.max(0, until - Date.now()), ask(deps, callId));
  } catch (error) {
    // Stripe refused to create the session, or no longer knows it: it was never paid.
    if (refused(error)) return "unpaid";
    deps.log("warn", "payment not checked", { call: callId, error: errorStack(error) });
    return "unreached";
  }
}

/** @throws if Stripe or the database cannot be reached */
async function ask(deps: Deps, callId: string): Promise<CheckState> {
  const call = await moneyCalls.find(deps.db, { id: callId });
  if (!call) return "unpaid";
  // Without an id, the response to its creation was lost: the same idempotency key returns it again.
  const sessionId = call.stripeId ?? (await checkoutSessions.findOrCreate(deps, call))?.id;
  return sessionId ? checkStateOf(await fulfil(deps, sessionId)) : "unpaid";
}

/** Open sessions first, then those without a stored payment, then the newest. */
function listSessions(db: Db, userId: string, at: number): Promise<Session[]> {
  const since = at - checkBounds.days * day;
  const ofOrders = (where: SQL) =>
    sql`select * from (select id, title from orders where ${where} order by number desc limit ${ordersExamined})`;
  const asked = sql`c.params ->> '$.line_items[0].price_data.unit_amount'`;
  const relevant = sql`c.kind = 'checkout_session' and (c.open = 1 or (c.stripe_id is not null and c.at > ${since}))`;
  return db.all<Session>(sql`
    select * from (
      select c.id as callId, c.order_id as orderId, o.title, (select title from order_extras where id = c.extra_id) as extra,
        ${asked} as cents, c.at, c.open, c.number, c.stripe_id
      from (${ofOrders(sql`buyer_id = ${userId}`)} union ${ofOrders(sql`buyer_id = ${userId} and status = 'pending'`)}) o
      cross join money_calls c on c.order_id = o.id where ${relevant}
      union all
      select c.id, null, null, null, ${asked}, c.at, c.open, c.number, c.stripe_id
      from sellers s cross join money_calls c on c.registration_id = s.id where s.user_id = ${userId} and ${relevant}
    ) found
    order by open desc, exists (select 1 from payments where checkout_session_id = found.stripe_id), number desc
    limit ${checkBounds.sessions}`);
}

/**
 * Stores the result of a check.
 * @param holder `sessions.activeUserId`
 * @returns its id; null if the session has ended
 */
export async function record(
  db: Db,
  holder: SQL<string>,
  results: CheckedPayment[],
  at: number,
): Promise<string | null> {
  const id = crypto.randomUUID();
  try {
    await db.batch([
      guards.that(db, "session", sql`${holder} is not null`),
      db.insert(paymentChecks).values({ id, userId: holder, results, at }),
    ]);
    return id;
  } catch (error) {
    if (guards.broken(error) === "session") return null;
    throw error;
  }
}

/** Finds one of the user's checks; null if it is not theirs, or was deleted. */
export async function find(db: Db, userId: string, id: string): Promise<PaymentCheck | null> {
  const [row] = await db
    .select()
    .from(paymentChecks)
    .where(and(eq(paymentChecks.id, id), eq(paymentChecks.userId, userId)));
  return row ? asCheck(row) : null;
}

/** The user's latest check within the last hour; null if there is none. */
export async function findRecent(db: Db, userId: string, at: number): Promise<PaymentCheck | null> {
  const [row] = await db
    .select()
    .from(paymentChecks)
    .where(and(eq(paymentChecks.userId, userId), gt(paymentChecks.at, at - hour)))
    .orderBy(desc(paymentChecks.at), desc(paymentChecks.number))
    .limit(1);
  return row ? asCheck(row) : null;
}

function asCheck({ id, at, results }: typeof paymentChecks.$inferSelect): PaymentCheck {
  return { id, at, results: results as CheckedPayment[] };
}

/** Statement: deletes a deleted user's checks. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(paymentChecks).where(eq(paymentChecks.userId, userId));
}
