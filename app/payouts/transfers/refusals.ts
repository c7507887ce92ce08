import { day } from "#app/lib/dates.ts";
import { retryPause } from "#app/payouts/transfers/settle.ts";
import { accountRefusals } from "#app/payouts/waiting.ts";

// What Stripe's refusals of a transfer mean (docs/specification.md#transfers).

/** Stripe's code of an error; its type if it has no code. */
export function refusalCode(error: unknown): string {
  const { code, type } = typeof error === "object" && error !== null ? (error as StripeError) : {};
  return String(code ?? type ?? "unknown");
}

type StripeError = { code?: unknown; type?: unknown; statusCode?: unknown };

/**
 * True if Stripe has answered, and the money did not move: the request was invalid, or the account may not be
 * used (403). A conflict (409), a rate limit (429), a rejected API key (401) and a server error decide
 * nothing.
 */
export function isDefinite(error: unknown): boolean {
  const { type, statusCode } = typeof error === "object" && error !== null ? (error as StripeError) : {};
  if (statusCode === 409) return false;
  return type === "StripeInvalidRequestError" || type === "StripePermissionError";
}

/**
 * When refused earnings are retried, UTC ms. An account that becomes ready makes them due earlier.
 * @param at now, UTC ms
 */
export function againAt(code: string, at: number): number {
  return at + (code === "balance_insufficient" ? retryPause : day);
}

/** True if Stripe has refused because of the seller's account, which is then read again. */
export function isOfAccount(code: string): boolean {
  return accountRefusals.includes(code);
}
