import { Link } from "@remix-run/react";
import { date } from "#app/lib/dates.ts";
import { dollars } from "#app/lib/money.ts";
import { canPay, type OrderState, orderPath, type Party, shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { PayButton } from "#app/orders/pay-button.tsx";
import { displayName, type Person } from "#app/profiles/profile.ts";
import { Picture } from "#app/ui/picture.tsx";

/** What a card shows of an order. Cents; UTC ms; `deliveryDate` null until the seller starts. */
export type OrderCardView = Pick<OrderState, "buyerId" | "sellerId" | "status" | "paymentStatus"> & {
  id: string;
  title: string;
  priceCents: number;
  createdAt: number;
  deliveryDate: number | null;
  imageUrl: string | null;
  /** Who is on the other side. */
  other: Person;
};

/** One order in the dashboard; the seller's list says 'Buyer: …', the buyer's says 'Seller: …' (spec.md section 2). */
export function OrderCard({ order, party }: { order: OrderCardView; party: Party }) {
  const { status, deliveryDate } = order;
  const when =
    status === "in progress" && deliveryDate
      ? `due ${date(deliveryDate)}`
      : `placed ${date(order.createdAt)}`;
  return (
    <li>
      <Picture src={order.imageUrl} title={order.title} width={112} height={84} sizes="112px" />
      <h3>
        <Link to={orderPath(order.id)}>{order.title}</Link>
      </h3>
      <p className="row small">
        <OrderTags status={status} paymentStatus={order.paymentStatus} />
        <span className="muted num">#{shortId(order.id)}</span>
      </p>
      <p className="small muted">
        {party === "buyer" ? "Seller" : "Buyer"}: {displayName(order.other)} · {when}
      </p>
      <div className="end row">
        <b className="price small num">{dollars(order.priceCents)}</b>
        {party === "buyer" && canPay(order, order.buyerId) ? <PayButton orderId={order.id} /> : null}
      </div>
    </li>
  );
}
