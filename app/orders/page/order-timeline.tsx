import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { lateText } from "#app/orders/lateness.ts";
import { moreDays } from "#app/orders/more-days.ts";
import type { OrderStatus, Stage } from "#app/orders/order.ts";
import type { TimelineEvent } from "#app/orders/page/order-view.ts";
import { FileList } from "#app/uploads/file-list.tsx";

const labels: Record<string, string> = {
  placed: "Order placed",
  paid: "Paid",
  payment_failed: "Payment failed",
  credit_refused: "Credit not accepted, payment refunded",
  answered: "Questions answered",
  started: "Work started",
  delivered: "Delivered",
  revision_requested: "Revision requested",
  completed: "Completed",
  cancelled: "Cancelled",
  declined: "Declined",
  date_kept: "Delivery date kept",
  date_passed: "The delivery date passed",
  extra_offered: "Extra offered",
  extra_withdrawn: "Extra withdrawn",
  extra_declined: "Extra declined",
  extra_added: "Extra added",
  cancellation_requested: "Asked to cancel",
  cancellation_declined: "Cancellation declined",
  refund_requested: "Asked for a refund",
  refund_answered: "Refund declined by the seller",
  refund_granted: "Refund approved",
  refund_declined: "Refund declined",
  refund_withdrawn: "Refund request withdrawn",
  refunded: "Payment refunded",
  refund_failed: "Refund failed",
  disputed: "Dispute opened by the bank",
  dispute_won: "Dispute closed: the payment stands",
  dispute_lost: "Dispute closed: the payment was returned",
  transferred: "Transfer to your Stripe account",
};

/** The steps that are still to come, by status. */
const upcomingSteps: Record<OrderStatus, string[]> = {
  pending: ["Paid", "Work started", "Delivered", "Completed"],
  "in progress": ["Delivered", "Completed"],
  completed: [],
  cancelled: [],
};

/** The last step of an open order. */
const current = { className: "now", "aria-current": "step" } as const;

type Props = {
  orderId: string;
  events: TimelineEvent[];
  /** The `seq` of events whose note and files the page already shows. */
  shownAbove: (number | undefined)[];
  status: OrderStatus;
  stage: Stage;
  timeZone: string | null;
};

function titleOf({ kind, days, lateMs }: TimelineEvent): string {
  if (kind === "time_requested" && days !== null) return `Asked for ${moreDays(days)}`;
  if (kind === "time_allowed" && days !== null) return `${moreDays(days)} allowed`;
  if (lateMs > 0) return `Delivered ${lateText(lateMs)}`;
  return labels[kind] ?? kind;
}

/** The events of an order with their notes and files, and the steps that are still to come. */
export function OrderTimeline({ orderId, events, shownAbove, status, stage, timeZone }: Props) {
  // A full refund closes an order before its last step.
  const steps = stage === "closed" ? [] : upcomingSteps[status];
  const isOpen = steps.length > 0;
  const done = new Set(events.map(({ kind }) => labels[kind]));
  return (
    <ol className="time">
      {events.map((event, index) => (
        <li key={`${event.kind} ${event.seq}`} {...(isOpen && index === events.length - 1 ? current : {})}>
          <b>{titleOf(event)}</b>
          <p className="small muted">
            {[
              event.actor,
              dateTime(event.at, timeZone),
              event.cents === null ? null : exactDollars(event.cents),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {event.dueOn === null ? null : (
            <p className="small">{`The due date moved to ${dateTime(event.dueOn, timeZone)}.`}</p>
          )}
          {shownAbove.includes(event.seq) ? (
            event.kind === "delivered" ? (
              <p>
                <a className="more small" href="#delivery">
                  See the delivery
                </a>
              </p>
            ) : null
          ) : (
            <>
              {event.note ? <p className="whitespace-pre-wrap">{event.note}</p> : null}
              <FileList
                files={event.files}
                pathOf={(file) => href("/orders/:id/files/:file", { id: orderId, file })}
              />
            </>
          )}
        </li>
      ))}
      {steps
        .filter((step) => !done.has(step))
        .map((step) => (
          <li key={step} className="todo">
            <b>
              {step}
              <span className="vh"> (still to come)</span>
            </b>
          </li>
        ))}
    </ol>
  );
}
