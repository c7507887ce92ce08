import { z } from "zod";

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
] as const;

/** The part of an event that the product stores. The payer's personal data stays at Stripe. */
export type StripeEvent = { id: string; type: string; data: { object: EventObject } };
/** What an event is about: the object's id, and the id of its payment intent if it has one. */
export type EventObject = { id: string; payment_intent: string | null };

const text = z.string().min(1).max(255);
const envelope = z.object({ id: text, type: text, data: z.object({ object: z.looseObject({}) }) });
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
  const { id, type, data } = event.data;
  const object = known.safeParse(data.object);
  if (object.success) return { id, type, data: { object: object.data } };
  return isHandled(type) ? null : { id, type, data: { object: { id: "", payment_intent: null } } };
}

/** True for a type that the product handles. */
export function isHandled(type: string): type is (typeof eventTypes)[number] {
  return eventTypes.some((one) => one === type);
}
