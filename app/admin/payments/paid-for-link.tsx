import { ApplicationLink } from "#app/admin/applications/application-link.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import type { PaidForColumns } from "#app/ledger/paid-for.server.ts";

/** A link to the order or application that was paid for, or a text for money that belongs to nothing. */
export function PaidForLink({ orderId, registrationId }: PaidForColumns) {
  if (orderId !== null) return <OrderLink id={orderId} />;
  return registrationId === null ? <span>no order</span> : <ApplicationLink id={registrationId} />;
}
