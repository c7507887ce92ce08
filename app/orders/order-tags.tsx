import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";

const statusWords: Record<OrderStatus, [string, string]> = {
  pending: ["Pending", "wait"],
  "in progress": ["In progress", "ok"],
  completed: ["Completed", ""],
  cancelled: ["Cancelled", ""],
};

const paymentWords: Record<PaymentStatus, [string, string]> = {
  pending: ["Payment pending", "wait"],
  paid: ["Paid", "ok"],
  refunded: ["Refunded", ""],
  failed: ["Payment failed", "bad"],
};

type Props = {
  status: OrderStatus;
  /** Absent in the console, whose lists are filtered by status. */
  stage?: Stage;
  paymentStatus: PaymentStatus;
  /** The due date has passed. */
  isLate?: boolean;
};

/** Tags for an order's status or delivery, its payment status, and whether it is late. */
export function OrderTags({ status, stage, paymentStatus, isLate = false }: Props) {
  // A cancelled unpaid order is not waiting for a payment.
  const unpaid = status === "cancelled" && (paymentStatus === "pending" || paymentStatus === "failed");
  const step: [string, string] =
    status === "in progress" && stage === "delivered" ? ["Delivered", "ok"] : statusWords[status];
  // An order that was refunded in full is closed, even if it was never completed or cancelled.
  const isOver = paymentStatus === "refunded" && (status === "pending" || status === "in progress");
  const payment = paymentWords[paymentStatus];
  const tags = unpaid ? [step] : isOver ? [payment] : [step, payment];
  if (isLate) tags.push(["Late", "bad"]);
  return tags.map(([words, kind]) => (
    <span className={`tag ${kind}`} key={words}>
      {words}
    </span>
  ));
}
