import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderStatus, Stage } from "#app/orders/order.ts";
import { OrderFiles } from "#app/orders/page/order-files.tsx";
import type { TimelineEvent } from "#app/orders/page/order-view.ts";

const words: Record<string, string> = {
  placed: "Order placed",
  paid: "Paid",
  payment_failed: "Payment failed",
  answered: "Questions answered",
  started: "Work started",
  delivered: "Delivered",
  revision_requested: "Revision requested",
  completed: "Completed",
  cancelled: "Cancelled",
  cancellation_requested: "Asked to cancel",
  cancellation_declined: "Cancellation declined",
  refund_requested: "Asked for a refund",
  refund_answered: "Refund declined by the seller",
  refund_granted: "Refund granted",
  refund_declined: "Refund declined",
  refunded: "Payment returned",
  refund_failed: "Refund failed",
  disputed: "Dispute opened by the bank",
  dispute_won: "Dispute ended: the payment stays",
  dispute_lost: "Dispute ended: the payment went back",
};

/** What still lies ahead, in order. */
const ahead: Record<OrderStatus, string[]> = {
  pending: ["Paid", "Work started", "Delivered", "Completed"],
  "in progress": ["Delivered", "Completed"],
  completed: [],
  cancelled: [],
};

type Props = {
  orderId: string;
  events: TimelineEvent[];
  status: OrderStatus;
  stage: Stage;
  timeZone: string | null;
};

/** What has happened to an order, who did it and what they said, and what is to come. */
export function OrderTimeline({ orderId, events, status, stage, timeZone }: Props) {
  // What was refunded in full is closed in the midst of its way.
  const steps = stage === "closed" ? [] : ahead[status];
  const isOpen = steps.length > 0;
  const done = new Set(events.map(({ kind }) => words[kind]));
  return (
    <ol className="time">
      {events.map((event, index) => (
        <li key={event.seq} className={isOpen && index === events.length - 1 ? "now" : undefined}>
          <b>{words[event.kind] ?? event.kind}</b>
          <p className="small muted">
            {[
              event.who,
              dateTime(event.at, timeZone),
              event.cents === null ? null : exactDollars(event.cents),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {event.note ? <p className="whitespace-pre-wrap">{event.note}</p> : null}
          <OrderFiles orderId={orderId} files={event.files} />
        </li>
      ))}
      {steps
        .filter((step) => !done.has(step))
        .map((step) => (
          <li key={step} className="todo">
            <b>{step}</b>
          </li>
        ))}
    </ol>
  );
}
