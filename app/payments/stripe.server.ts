import Stripe from "stripe";

/** A money call may hold a request this long (design.md 3.7). */
export const stripeTimeout = 10_000;

/**
 * The real library, over fetch, without its own retries: a retry is ours, from the row of the call.
 * @param api `https://api.stripe.com`, or the stand-in's address
 */
export function stripeClient(api: string, key: string): Stripe {
  const url = new URL(api);
  const protocol = url.protocol === "http:" ? "http" : "https";
  return new Stripe(key, {
    host: url.hostname,
    port: url.port || (protocol === "http" ? 80 : 443),
    protocol,
    httpClient: Stripe.createFetchHttpClient(),
    timeout: stripeTimeout,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * True when Stripe has answered a definite no: asking the same again cannot succeed. Told by the error's type, not its
 * class: the door and the pages are bundled apart and may hold two copies of the library.
 */
export function refused(error: unknown): boolean {
  const type = error instanceof Error && "type" in error ? error.type : null;
  return type === "StripeInvalidRequestError" || type === "StripeCardError";
}

/** True when Stripe refuses a refund because the whole charge was refunded before. */
export function alreadyRefunded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "charge_already_refunded";
}

/** A provider's error in one line for a row or a log; people never see it. */
export function errorText(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}
