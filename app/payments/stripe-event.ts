import { z } from "zod";
import { modeOf } from "#app/payments/stripe-dashboard.ts";

/** The types of Stripe's events that the product handles (docs/specification.md#webhooks). */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.updated",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "transfer.reversed",
  "balance.available",
] as const;

/** The part of an event that the product stores. The payer's personal data stays at Stripe. */
export type StripeEvent = {
  id: string;
  type: string;
  data: { object: EventObject };
  /** The connected account that it is about; absent: the platform's own. */
  account?: string;
};
/** What an event is about: the object's id, and the id of its payment intent if it has one. */
export type EventObject = { id: string; payment_intent: string | null };

const text = z.string().min(1).max(255);
const envelope = z.object({
  id: text,
  type: text,
  account: text.optional(),
  data: z.object({ object: z.looseObject({}) }),
});
/** An event whose object, the balance, has no id. */
const withoutObject = "balance.available";
const known = z.object({
  id: text,
  payment_intent: z
    .union([text, z.object({ id: text }).transform(({ id }) => id)])
    .nullish()
    .transform((id) => id ?? null),
});

/**
 * Reads an event, from a webhook or from Stripe's list.
 * @param value parsed JSON
 * @returns null if it does not have the shape of an event. For types that the product does not handle, the
 *   object may have any shape.
 */
export function readEvent(value: unknown): StripeEvent | null {
  const event = envelope.safeParse(value);
  if (!event.success) return null;
  const { data, ...named } = event.data;
  const object = known.safeParse(data.object);
  if (object.success) return { ...named, data: { object: object.data } };
  const needsObject = isHandled(named.type) && named.type !== withoutObject;
  return needsObject ? null : { ...named, data: { object: { id: "", payment_intent: null } } };
}

const thin = z.object({
  id: text,
  type: text,
  livemode: z.boolean(),
  related_object: z.object({ id: text }).nullish(),
});

/**
 * Reads a thin event of API v2, which only names an account.
 * @returns null if it does not have the shape of one
 */
export function readThinEvent(value: unknown): StripeEvent | null {
  const event = thin.safeParse(value);
  if (!event.success) return null;
  const { id, type, related_object: related } = event.data;
  const isAccount = type.startsWith("v2.core.account") && related?.id.startsWith("acct_");
  return {
    id,
    type,
    data: { object: { id: related?.id ?? "", payment_intent: null } },
    ...(isAccount ? { account: related?.id } : {}),
  };
}

/**
 * The id by which operators find an event: that of its object, of a charge's payment intent, or of the
 * account. Null if it has none of these.
 */
export function aboutOf({ data: { object }, account }: StripeEvent): string | null {
  if (account !== undefined && !object.id.startsWith("po_")) return account;
  return (/^(ch|py)_/.test(object.id) ? object.payment_intent : null) ?? (object.id || null);
}

/**
 * True if an event comes from the mode of the key: real money, or Stripe's test mode. Stripe sends test-mode
 * events of connected accounts to the endpoints of both modes.
 */
export function isOfMode(value: unknown, key: string): boolean {
  const event = z.object({ livemode: z.boolean() }).safeParse(value);
  return event.success && event.data.livemode === (modeOf(key) === "live");
}

/** True for a type that the product handles. */
export function isHandled(type: string): type is (typeof eventTypes)[number] {
  return eventTypes.some((one) => one === type);
}
