import { Link } from "@remix-run/react";
import { dollars, exactDollars } from "#app/lib/money.ts";
import { canPay, type OrderState, orderPath, type Party, shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { PayButton } from "#app/orders/page/pay-button.tsx";
import type { Receipt } from "#app/orders/receipt.ts";
import { Picture } from "#app/ui/picture.tsx";

/** What a card shows of an order; price in cents. */
export type OrderCardView = Pick<OrderState, "buyerId" | "status" | "paymentStatus" | "priceCents"> & {
  id: string;
  title: string;
  imageUrl: string | null;
  isLate: boolean;
  /** How whoever is on the other side is called. */
  other: string;
  /** The date that counts now, in the reader's zone: `due 24 Nov 2026`. */
  when: string;
  /** What happens next and who must act. */
  next: string;
  amounts: Receipt;
  /** A payment of it is looked into: nobody should pay. */
  isExamined: boolean;
};

/** One order in the dashboard; the seller's list says 'Buyer: …', the buyer's says 'Seller: …' (docs/specification.md#orders-dashboard). */
export function OrderCard({ order, party }: { order: OrderCardView; party: Party }) {
  return (
    <li>
      <Picture src={order.imageUrl} title={order.title} width={112} height={84} sizes="112px" />
      <h3>
        <Link to={orderPath(order.id)}>{order.title}</Link>
      </h3>
      <p className="row small">
        <OrderTags {...order} />
        <span className="muted num">#{shortId(order.id)}</span>
      </p>
      <div className="small muted">
        <p>
          {party === "buyer" ? "Seller" : "Buyer"}: {order.other} · {order.when}
        </p>
        <p>{order.next}</p>
        {party === "seller" && hasShares(order) ? <Shares {...order.amounts} /> : null}
      </div>
      <div className="end row">
        <b className="price small num">{dollars(order.priceCents)}</b>
        {party === "buyer" && canPay(order, order.buyerId) && !order.isExamined ? (
          <PayButton orderId={order.id} />
        ) : null}
      </div>
    </li>
  );
}

/** An order that was cancelled unpaid earns nobody anything. */
function hasShares({ status, paymentStatus }: OrderCardView): boolean {
  return status !== "cancelled" || paymentStatus === "paid" || paymentStatus === "refunded";
}

/** What the price is divided into. */
function Shares({ feeCents, netCents, refundedCents }: Receipt) {
  return (
    <p className="num">
      {refundedCents > 0 ? `Refunds ${exactDollars(refundedCents)} · ` : ""}Platform fee{" "}
      {exactDollars(feeCents)} · Seller's net {exactDollars(netCents)}
    </p>
  );
}

/** What waits for a seller, in two lines: what to do, for which order, until when. */
export function DueOrder({ order }: { order: OrderCardView }) {
  return (
    <li>
      <h3>
        <Link to={orderPath(order.id)}>{order.title}</Link>
      </h3>
      <p className="row small">
        {order.isLate ? <span className="tag bad">Late</span> : null}
        <span className="muted">
          <span className="num">#{shortId(order.id)}</span> · {order.when}
        </span>
      </p>
      <p className="small">{order.next}</p>
    </li>
  );
}
