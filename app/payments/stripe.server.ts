import Stripe from "stripe";

/** The timeout of one call to Stripe, in ms (docs/architecture.md#money-calls). */
export const stripeTimeout = 10_000;

/**
 * Creates a Stripe client that uses fetch. The library's own retries are off, because the product retries
 * from the money call's row. Only a call whose connection is lost is repeated once, immediately and with the
 * same idempotency key.
 * @param api `https://api.stripe.com`, or the address of the Stripe stand-in
 */
export function stripeClient(api: string, key: string): Stripe {
  const url = new URL(api);
  const protocol = url.protocol === "http:" ? "http" : "https";
  return new Stripe(key, {
    host: url.hostname,
    port: url.port || (protocol === "http" ? 80 : 443),
    protocol,
    httpClient: Stripe.createFetchHttpClient(fetchFromStripe),
    timeout: stripeTimeout,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Calls `fetch`, and gives a lost connection the error code that Node.js uses. The library recognises only
 * that code, and then repeats the call. Usually the other side closed an idle connection while the call was
 * on its way.
 */
async function fetchFromStripe(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    const isLost = error instanceof Error && error.message === "Network connection lost.";
    throw isLost ? Object.assign(error, { code: "ECONNRESET" }) : error;
  }
}

/**
 * True if Stripe has definitely refused a call: the same call cannot succeed later. It checks the error's
 * `type`, not its class, because the worker and the pages are bundled separately and may contain two copies
 * of the library.
 */
export function refused(error: unknown): boolean {
  const type = error instanceof Error && "type" in error ? error.type : null;
  return (type === "StripeInvalidRequestError" && !inUse(error)) || type === "StripeCardError";
}

/**
 * The result of a failed call. `refused`: a definite refusal. `answered`: a server error (5xx), which Stripe
 * returns again for the same idempotency key. `unknown`: the connection was lost, or the first attempt is
 * still in progress; the next attempt must use the same key.
 */
export type Verdict = "refused" | "answered" | "unknown";

export function verdictOf(error: unknown): Verdict {
  if (refused(error)) return "refused";
  return statusOf(error) >= 500 ? "answered" : "unknown";
}

/** True if the error comes from a call to Stripe: an error response, or no response. */
export function isStripeError(error: unknown): boolean {
  return (
    error instanceof Error &&
    (("type" in error && String(error.type).startsWith("Stripe")) || "rawType" in error)
  );
}

/** True if another request with the same idempotency key is in progress. */
export function inUse(error: unknown): boolean {
  return statusOf(error) === 409;
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 0;
}

/** True if Stripe refuses a refund because the whole charge is already refunded. */
export function alreadyRefunded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "charge_already_refunded";
}

/**
 * True if Stripe refuses a refund because the balance is too low: the same call can succeed another day.
 * Stripe gives this refusal a `message_code` instead of a `code`.
 */
export function lacksBalance(error: unknown): boolean {
  const raw = error instanceof Error && "raw" in error ? error.raw : null;
  return (
    typeof raw === "object" &&
    raw !== null &&
    "message_code" in raw &&
    raw.message_code === "insufficient_balance_for_refund"
  );
}

/** True if Stripe refuses a refund because a bank disputes the charge or has decided against us. */
export function isDisputed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "charge_disputed";
}

/** The id in an expandable field of a Stripe object, expanded or not. @returns null if the field is empty */
export function idIn(field: string | { id: string } | null): string | null {
  return typeof field === "string" ? field : (field?.id ?? null);
}

/** A provider's error in one line, for a database row or the log. Not shown to users. */
export function errorText(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}
