import type { Deliveries } from "../delivery/deliveries.ts";
import * as events from "../delivery/events.ts";
import * as bankPayments from "../objects/bank-payments.ts";
import { cardOf, exampleYear } from "../objects/card.ts";
import * as disputes from "../objects/dispute-lifecycle.ts";
import * as payments from "../objects/payments.ts";
import * as payouts from "../objects/payout-lifecycle.ts";
import * as refunds from "../objects/refund-lifecycle.ts";
import * as sessions from "../objects/session-lifecycle.ts";
import * as transfers from "../objects/transfer-lifecycle.ts";
import type { Store } from "../store.ts";
import { accountControls } from "./control-accounts.ts";
import { setBalance } from "./control-balance.ts";
import { Failure, invalid, refused } from "./failure.ts";
import * as faults from "./faults.ts";

type Body = Record<string, unknown>;

interface Call {
  store: Store;
  deliveries: Deliveries;
  /** The id in the path; empty if the address has none. */
  id: string;
  url: URL;
  body: Body;
}

const modes = ["normal", "off", "duplicate", "reorder", "delay"] as const;
const outcomes = ["succeeded", "failed"] as const;

/** The control endpoints, by method and path below `/control/`; `:id` matches one path segment. */
const routes: Record<string, (call: Call) => object | Promise<object>> = {
  "GET events": ({ store, url }) => {
    const after = url.searchParams.get("after");
    const rows = after === null ? events.list(store) : events.listAfter(store, requireEvent(store, after));
    return rows.map(eventView);
  },
  "POST events/:id/redeliver": async ({ store, deliveries, id }) => ({
    status: await deliveries.redeliver(requireEvent(store, id)),
  }),
  "POST delivery": ({ store, deliveries, body }) => setDelivery(store, deliveries, body),
  "POST clock": ({ store, body }) => advanceClock(store, body),
  "POST faults": ({ store, body }) => ({ next: faults.plan(store, body.next) }),
  "POST balance": ({ store, body }) => store.transaction(() => setBalance(store, body)),
  "POST accounts/:id/payout": ({ store, id, body }) =>
    store.transaction(() => payouts.payNow(store, id, amountOf(body))),
  "POST payouts/:id/settle": ({ store, id, body }) => {
    const status = oneOf(body, "status", ["paid", "failed"] as const);
    const code = body.code === undefined ? "account_closed" : String(body.code);
    return store.transaction(() => payouts.settle(store, id, status, code));
  },
  "POST transfers/:id/reverse": ({ store, id, body }) =>
    store.transaction(() => transfers.reverse(store, id, amountOf(body), {}, null)),
  ...accountControls,
  "POST sessions/:id/expire": ({ store, id }) => store.transaction(() => sessions.expire(store, id, null)),
  "POST sessions/:id/pay": ({ store, id, body }) => paySession(store, id, body),
  "POST sessions/:id/settle": ({ store, id, body }) => {
    const outcome = oneOf(body, "outcome", outcomes);
    return store.transaction(() => bankPayments.settle(store, sessions.require(store, id), outcome));
  },
  "POST sessions/:id/dispute": ({ store, id, body }) => {
    const amount = body.amount === undefined ? undefined : Number(body.amount);
    return store.transaction(() => disputes.openForSession(store, sessions.require(store, id), amount));
  },
  "POST disputes/:id/close": ({ store, id, body }) => {
    const status = oneOf(body, "status", ["won", "lost"] as const);
    return store.transaction(() => disputes.close(store, id, status));
  },
  "POST refunds/:id/settle": ({ store, id, body }) => {
    const outcome = oneOf(body, "outcome", outcomes);
    const reason = body.reason === undefined ? "unknown" : String(body.reason);
    return store.transaction(() => refunds.settle(store, id, outcome, reason));
  },
};

/** Answers a control request: JSON in, JSON out. Refusals have the shape of Stripe's errors. */
export async function answer(
  store: Store,
  deliveries: Deliveries,
  method: string,
  url: URL,
  text: string,
): Promise<Response> {
  const [, , noun = "", id = "", verb = ""] = url.pathname.split("/");
  const address = [noun, id && ":id", verb].filter(Boolean).join("/");
  try {
    const route = Object.hasOwn(routes, `${method} ${address}`) ? routes[`${method} ${address}`] : undefined;
    if (!route)
      throw new Failure(404, {
        type: "invalid_request_error",
        message: `Unrecognized control URL: ${method} ${url.pathname}`,
      });
    const body = method === "POST" ? parseBody(text) : {};
    return Response.json(await route({ store, deliveries, id, url, body }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Response.json({ error: error.body }, { status: error.status });
  }
}

function parseBody(text: string): Body {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Body;
  } catch {
    // Invalid JSON gets the same message as JSON that is not an object, below.
  }
  throw invalid("The body must be a JSON object");
}

function eventView(row: events.EventRow) {
  const body = JSON.parse(row.body) as { data?: { object: unknown }; related_object?: unknown };
  return {
    id: row.id,
    type: row.type,
    created: row.created,
    delivered: row.delivered === 1,
    attempts: row.attempts,
    last_status: row.last_status,
    next_at: row.next_at,
    endpoint: row.endpoint,
    ...(row.account === null ? {} : { account: row.account }),
    // A thin event has no data, so it is listed as it is delivered, with the object that it is about.
    ...(body.data ? { data: body.data } : { data: { object: body.related_object }, body }),
  };
}

function requireEvent(store: Store, id: string): events.EventRow {
  const event = events.find(store, id);
  if (!event)
    throw new Failure(404, { type: "invalid_request_error", message: `No such event: '${id}'`, param: "id" });
  return event;
}

function oneOf<T extends string>(body: Body, name: string, allowed: readonly T[]): T {
  const known = allowed.find((each) => each === body[name]);
  if (!known) throw invalid(`Invalid ${name}: must be one of ${allowed.join(", ")}`, { param: name });
  return known;
}

function setDelivery(store: Store, deliveries: Deliveries, body: Body): events.Delivery {
  const mode = oneOf(body, "mode", modes);
  const { seconds = 0 } = body;
  if (typeof seconds !== "number" || !(seconds >= 0)) throw invalid("Invalid seconds", { param: "seconds" });
  const next = { mode, seconds };
  store.transaction(() => events.setDelivery(store, next, deliveries.inFlight));
  return next;
}

/** The amount of a request in cents; null if it is absent, for the whole amount. */
function amountOf({ amount }: Body): number | null {
  if (amount === undefined) return null;
  if (typeof amount === "number" && Number.isInteger(amount) && amount >= 1) return amount;
  throw invalid("amount must be a whole number of cents", { param: "amount" });
}

function advanceClock(store: Store, { advance: seconds }: Body): { now: number } {
  if (typeof seconds !== "number" || !Number.isInteger(seconds) || seconds < 0) {
    throw invalid("advance must be a whole number of seconds, and time only moves forward", {
      param: "advance",
    });
  }
  store.set("clock", String(store.offset() + seconds));
  return { now: store.now() };
}

/**
 * Pays a session. `async` pays from a bank account, even if the card page offers only cards: the settings of
 * a Stripe account can change after a session was created.
 */
function paySession(
  store: Store,
  id: string,
  { card: number = "4242424242424242", async: later }: Body,
): object {
  const card = cardOf(String(number), { month: 12, year: exampleYear(store.now()) });
  if (!card)
    throw new Failure(400, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is invalid.",
      param: "card",
    });
  const session = sessions.require(store, id);
  if (session.status === "expired") throw refused("This Checkout Session has expired.");
  if (later === true) return store.transaction(() => bankPayments.begin(store, session, null));
  const outcome = store.transaction(() => payments.attempt(store, session, card, null, true));
  if (typeof outcome === "object") throw new Failure(402, outcome.failure);
  return sessions.require(store, id);
}
