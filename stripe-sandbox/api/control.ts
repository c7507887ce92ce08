import type { Deliveries } from "../delivery/deliveries.ts";
import * as events from "../delivery/events.ts";
import * as bankPayments from "../objects/bank-payments.ts";
import { cardOf, exampleYear } from "../objects/card.ts";
import * as disputes from "../objects/disputes.ts";
import * as payments from "../objects/payments.ts";
import * as refunds from "../objects/refunds.ts";
import * as sessions from "../objects/sessions.ts";
import type { Store } from "../store.ts";
import { Failure, invalid, refused } from "./failure.ts";
import * as faults from "./faults.ts";

type Body = Record<string, unknown>;

interface Call {
  store: Store;
  deliveries: Deliveries;
  /** The id in the path; empty when there is none. */
  id: string;
  url: URL;
  asked: Body;
}

const modes = ["normal", "off", "duplicate", "reorder", "delay"] as const;
const outcomes = ["succeeded", "failed"] as const;

/** Every address that steers; `:id` stands for one path segment. */
const routes: Record<string, (call: Call) => object | Promise<object>> = {
  "GET events": ({ store, url }) => {
    const after = url.searchParams.get("after");
    const rows = after === null ? events.list(store) : events.listAfter(store, requireEvent(store, after));
    return rows.map(shown);
  },
  "POST events/:id/redeliver": async ({ store, deliveries, id }) => ({
    status: await deliveries.redeliver(requireEvent(store, id)),
  }),
  "POST delivery": ({ store, deliveries, asked }) => setDelivery(store, deliveries, asked),
  "POST clock": ({ store, asked }) => advance(store, asked),
  "POST faults": ({ store, asked }) => ({ next: faults.plan(store, asked.next) }),
  "POST balance": ({ store, asked }) => setBalance(store, asked),
  "POST sessions/:id/expire": ({ store, id }) => store.together(() => sessions.expire(store, id, null)),
  "POST sessions/:id/pay": ({ store, id, asked }) => pay(store, id, asked),
  "POST sessions/:id/settle": ({ store, id, asked }) => {
    const outcome = oneOf(asked, "outcome", outcomes);
    return store.together(() => bankPayments.settle(store, sessions.require(store, id), outcome));
  },
  "POST sessions/:id/dispute": ({ store, id }) =>
    store.together(() => disputes.openFor(store, sessions.require(store, id))),
  "POST disputes/:id/close": ({ store, id, asked }) => {
    const status = oneOf(asked, "status", ["won", "lost"] as const);
    return store.together(() => disputes.close(store, id, status));
  },
  "POST refunds/:id/settle": ({ store, id, asked }) => {
    const outcome = oneOf(asked, "outcome", outcomes);
    const reason = asked.reason === undefined ? "unknown" : String(asked.reason);
    return store.together(() => refunds.settle(store, id, outcome, reason));
  },
};

/** Answers what tests and people use to steer the stand-in; JSON in, JSON out, refusals shaped like Stripe's. */
export async function answer(
  store: Store,
  deliveries: Deliveries,
  method: string,
  url: URL,
  body: string,
): Promise<Response> {
  const [, , noun = "", id = "", verb = ""] = url.pathname.split("/");
  const address = [noun, id && ":id", verb].filter(Boolean).join("/");
  try {
    const route = Object.hasOwn(routes, `${method} ${address}`) ? routes[`${method} ${address}`] : undefined;
    if (!route)
      throw new Failure(404, {
        type: "invalid_request_error",
        message: `Nothing to steer at ${method} ${url.pathname}`,
      });
    const asked = method === "POST" ? read(body) : {};
    return Response.json(await route({ store, deliveries, id, url, asked }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Response.json({ error: error.body }, { status: error.status });
  }
}

function read(body: string): Body {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null) return value as Body;
  } catch {
    // Said below, in one sentence for both.
  }
  throw invalid("The body must be a JSON object");
}

function shown(row: events.EventRow) {
  const { data } = JSON.parse(row.body) as { data: { object: unknown } };
  return {
    id: row.id,
    type: row.type,
    created: row.created,
    delivered: row.delivered === 1,
    attempts: row.attempts,
    last_status: row.last_status,
    next_at: row.next_at,
    data,
  };
}

function requireEvent(store: Store, id: string): events.EventRow {
  const event = events.find(store, id);
  if (!event)
    throw new Failure(404, { type: "invalid_request_error", message: `No such event: '${id}'`, param: "id" });
  return event;
}

function oneOf<T extends string>(asked: Body, name: string, words: readonly T[]): T {
  const known = words.find((each) => each === asked[name]);
  if (!known) throw invalid(`Invalid ${name}: must be one of ${words.join(", ")}`, { param: name });
  return known;
}

function setDelivery(store: Store, deliveries: Deliveries, asked: Body): events.Delivery {
  const mode = oneOf(asked, "mode", modes);
  const { seconds = 0 } = asked;
  if (typeof seconds !== "number" || !(seconds >= 0)) throw invalid("Invalid seconds", { param: "seconds" });
  const next = { mode, seconds };
  store.together(() => events.setDelivery(store, next, deliveries.flying));
  return next;
}

function setBalance(store: Store, { refuse_refunds: refuse }: Body): object {
  if (typeof refuse !== "boolean")
    throw invalid("refuse_refunds must be true or false", { param: "refuse_refunds" });
  store.set("refuse refunds", String(refuse));
  return { refuse_refunds: refuse };
}

function advance(store: Store, { advance: seconds }: Body): { now: number } {
  if (typeof seconds !== "number" || !Number.isInteger(seconds) || seconds < 0) {
    throw invalid("advance must be a whole number of seconds, and time goes forward only", {
      param: "advance",
    });
  }
  store.set("clock", String(store.offset() + seconds));
  return { now: store.now() };
}

/** `async` pays from a bank account, also where the page would offer cards only: settings of an account change. */
function pay(store: Store, id: string, { card: number = "4242424242424242", async: later }: Body): object {
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
  if (later === true) return store.together(() => bankPayments.begin(store, session, null));
  const outcome = store.together(() => payments.attempt(store, session, card, null, true));
  if (typeof outcome === "object") throw new Failure(402, outcome.failure);
  return sessions.require(store, id);
}
