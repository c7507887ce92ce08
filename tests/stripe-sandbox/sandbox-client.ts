import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { expect } from "vitest";
import { eventsAfter } from "../support/stripe.ts";

const origin = "http://stripe.test";
/** The origin of the product, to which the card page redirects. */
export const productOrigin = "http://127.0.0.1:8787";

/** The real Stripe library, connected to the stand-in. @param timeout in ms */
export const client = (timeout: number) =>
  new Stripe("sk_test_handiwork", {
    httpClient: Stripe.createFetchHttpClient((...request) => env.STRIPE_SANDBOX.fetch(...request)),
    maxNetworkRetries: 0,
    timeout,
  });
export const stripe = client(10_000);

/** Sends a request without the library, and does not follow redirects. */
export const request = (path: string, init: RequestInit = {}) =>
  env.STRIPE_SANDBOX.fetch(origin + path, { redirect: "manual", ...init });

/** Posts JSON to `/control/{path}`. */
export const control = (path: string, body: object = {}) =>
  request(`/control/${path}`, { method: "POST", body: JSON.stringify(body) });

/** Advances the stand-in's clock. @returns its new time in unix seconds */
export const advanceClock = async (seconds: number): Promise<number> => {
  const response = await control("clock", { advance: seconds });
  expect(response.status).toBe(200);
  return ((await response.json()) as { now: number }).now;
};

interface RecordedEvent {
  id: string;
  type: string;
  delivered: boolean;
  attempts: number;
  data: { object: Record<string, unknown> };
}

/** The events whose object has this id in one of its properties, oldest first. */
export const eventsAbout = async (id: string): Promise<RecordedEvent[]> => {
  const events = (await (await request("/control/events")).json()) as RecordedEvent[];
  return events.filter(({ data }) => Object.values(data.object).includes(id)).reverse();
};
export const typesAbout = async (id: string) => (await eventsAbout(id)).map(({ type }) => type);

/** The id of the newest event; null if there is none. */
export const newestEvent = async () => (await eventsAfter(null)).at(-1)?.id ?? null;
export const typesAfter = async (id: string | null) => (await eventsAfter(id)).map(({ type }) => type);

/** The parameters of a session over $110.00. */
export const sessionParams = (
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [
    {
      price_data: { currency: "usd", unit_amount: 11_000, product_data: { name: "Logo & <b>sheet</b>" } },
      quantity: 1,
    },
  ],
  client_reference_id: "order-1",
  customer_email: "buyer@handiwork.test",
  metadata: { order: "order-1" },
  payment_intent_data: { metadata: { order: "order-1" } },
  success_url: `${productOrigin}/order-success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${productOrigin}/orders/1?cancelled=1`,
  ...more,
});

/** The fields of the card page. */
export const cardFields = (number: string) => ({
  email: "ann@example.org",
  number,
  exp: "12 / 40",
  cvc: "737",
});

/** Submits the card page of a session. */
export const submitCardPage = (id: string, fields: Record<string, string>) =>
  request(`/c/pay/${id}`, { method: "POST", body: new URLSearchParams(fields) });

/** A new session, paid on the card page. */
export const paid = async (card = "4242424242424242") => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  expect((await submitCardPage(id, cardFields(card))).status).toBe(303);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { session, intent, charge: intent.latest_charge as Stripe.Charge };
};

/** The balance in cents. @param stripeAccount the connected account's; absent for the platform's */
export const balanceOf = async (
  stripeAccount?: string,
): Promise<{ available: number; pending: number; currency: string }> => {
  const { available, pending } = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {});
  const [now, later] = [available[0], pending[0]];
  if (!now || !later) throw new Error("no balance");
  return { available: now.amount, pending: later.amount, currency: now.currency };
};

/** The error of a call that must be refused. */
export const refusalOf = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${error}`);
  return error;
};
