import { cardOf, exampleYear } from "./card.ts";
import type { Deliveries } from "./deliveries.ts";
import * as events from "./events.ts";
import { Failure, invalid } from "./failure.ts";
import * as payments from "./payments.ts";
import * as sessions from "./sessions.ts";
import type { Store } from "./store.ts";

type Body = Record<string, unknown>;

const modes = ["normal", "off", "duplicate", "reorder", "delay"] as const;

/** Answers what tests and people use to steer the stand-in; JSON in, JSON out, refusals shaped like Stripe's. */
export async function answer(
  store: Store,
  deliveries: Deliveries,
  method: string,
  url: URL,
  body: string,
): Promise<Response> {
  const [, , noun = "", id = "", verb = ""] = url.pathname.split("/");
  try {
    const asked = method === "POST" ? read(body) : {};
    switch (
      `${method} ${[noun, id && (noun === "events" || noun === "sessions") ? ":id" : id, verb].filter(Boolean).join("/")}`
    ) {
      case "GET events":
        return Response.json(events.list(store).map(shown));
      case "POST events/:id/redeliver":
        return Response.json({ status: await deliveries.redeliver(requireEvent(store, id)) });
      case "POST delivery":
        return Response.json(setDelivery(store, deliveries, asked));
      case "POST clock":
        return Response.json(advance(store, asked));
      case "POST sessions/:id/expire":
        return Response.json(store.together(() => sessions.expire(store, id, null)));
      case "POST sessions/:id/pay":
        return pay(store, id, asked);
      default:
        throw new Failure(404, {
          type: "invalid_request_error",
          message: `Nothing to steer at ${method} ${url.pathname}`,
        });
    }
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

function setDelivery(store: Store, deliveries: Deliveries, { mode, seconds = 0 }: Body): events.Delivery {
  const known = modes.find((each) => each === mode);
  if (!known) throw invalid(`Invalid mode: must be one of ${modes.join(", ")}`, { param: "mode" });
  if (typeof seconds !== "number" || !(seconds >= 0)) throw invalid("Invalid seconds", { param: "seconds" });
  const next = { mode: known, seconds };
  store.together(() => events.setDelivery(store, next, deliveries.flying));
  return next;
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

function pay(store: Store, id: string, { card: number = "4242424242424242" }: Body): Response {
  const card = cardOf(String(number), { month: 12, year: exampleYear(store.now()) });
  if (!card)
    throw new Failure(400, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is invalid.",
      param: "card",
    });
  const outcome = store.together(() =>
    payments.attempt(store, sessions.require(store, id), card, null, true),
  );
  if (typeof outcome === "object") return Response.json({ error: outcome.failure }, { status: 402 });
  const session = sessions.require(store, id);
  if (session.status === "expired") throw invalid("This Checkout Session has expired.");
  return Response.json(session);
}
