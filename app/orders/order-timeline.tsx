import { dateTime } from "#app/lib/dates.ts";
import type { OrderStatus } from "#app/orders/order.ts";

/** @property at UTC ms */
export type TimelineEvent = { seq: number; kind: string; at: number };

const words: Record<string, string> = {
  placed: "Order placed",
  paid: "Paid",
  payment_failed: "Payment failed",
  started: "Work started",
  completed: "Completed",
  cancelled: "Cancelled",
  refunded: "Payment returned",
  refund_failed: "Refund failed",
};

/** What still lies ahead, in order. */
const ahead: Record<OrderStatus, (paid: boolean) => string[]> = {
  pending: (paid) => (paid ? ["Work started", "Completed"] : ["Paid", "Work started", "Completed"]),
  "in progress": () => ["Completed"],
  completed: () => [],
  cancelled: () => [],
};

/** What has happened to an order, and what is to come. */
export function OrderTimeline({ events, status }: { events: TimelineEvent[]; status: OrderStatus }) {
  const paid = events.some((event) => event.kind === "paid");
  return (
    <ol className="time">
      {events.map((event, index) => (
        <li
          key={event.seq}
          className={index === events.length - 1 && status !== "completed" ? "now" : undefined}
        >
          <b>{words[event.kind] ?? event.kind}</b>
          <p className="small muted">{dateTime(event.at)}</p>
        </li>
      ))}
      {ahead[status](paid).map((step) => (
        <li key={step} className="todo">
          <b>{step}</b>
        </li>
      ))}
    </ol>
  );
}
