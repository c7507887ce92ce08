import { Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { dollars, exactDollars } from "#app/lib/money.ts";
import { type OrderState, type Party, shortId } from "#app/orders/order.ts";
import type { OrderOverview } from "#app/orders/order-overview.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { type Bought, PayButton } from "#app/orders/pay-button.tsx";
import type { Receipt } from "#app/orders/receipt/receipt.ts";
import { Picture } from "#app/ui/picture.tsx";

/** An order as a card shows it; price in cents. */
export type OrderCardView = OrderOverview &
  Pick<OrderState, "buyerId" | "status" | "stage" | "paymentStatus" | "priceCents"> & {
    id: string;
    title: string;
    imageUrl: string | null;
    bought: Bought;
    /** Where the buyer can order it again; null if they can't, or the order has not ended. */
    again: string | null;
    /** What is ordered besides the package: `3 × Basic, 2 extras`; null: nothing. */
    ordered: string | null;
    /** The title of the extra that the seller offers to the viewer; null: none. */
    offeredExtra: string | null;
    /** The other party's display name. */
    otherParty: string;
    /** The date that matters now, in the viewer's time zone: `due 24 Nov 2026`. */
    date: string;
  };

/**
 * One order of the list: the buyer sees what their card is charged, the seller the price.
 * @param party the viewer's role (docs/specification.md#orders-dashboard)
 */
export function OrderCard({ order, party }: { order: OrderCardView; party: Party }) {
  return (
    <li>
      <Picture src={order.imageUrl} title={order.title} width={112} height={84} sizes="112px" />
      <h3>
        <Link to={href("/orders/:id", { id: order.id })}>{order.title}</Link>
      </h3>
      <p className="row small">
        <OrderTags {...order} />
        <span className="muted num">{`#${shortId(order.id)}`}</span>
      </p>
      <div className="small muted">
        <p>{`${party === "buyer" ? "Seller" : "Buyer"}: ${order.otherParty} · ${order.date}`}</p>
        {order.ordered === null ? null : <p>{order.ordered}</p>}
        <p>{order.next}</p>
        {order.offeredExtra === null ? null : (
          <p>
            <Link to={`${href("/orders/:id", { id: order.id })}#extras`}>
              {`The seller offers an extra: ${order.offeredExtra}`}
            </Link>
          </p>
        )}
        {party === "seller" && hasShares(order) ? <Shares {...order.amounts} /> : null}
      </div>
      <div className="end row">
        <b className="price small num">
          {dollars(party === "buyer" && hasShares(order) ? order.amounts.cardCents : order.priceCents)}
        </b>
        {party === "seller" && isPaid(order) ? (
          <Link className="more small" to={href("/orders/:id/receipt", { id: order.id })}>
            Statement<span className="vh">{` of #${shortId(order.id)}`}</span>
          </Link>
        ) : null}
        {order.again === null ? null : (
          <Link className="more small" to={order.again} prefetch="none">
            Order again<span className="vh">{` #${shortId(order.id)}`}</span>
          </Link>
        )}
        {order.mayPay ? <PayButton orderId={order.id} bought={order.bought} /> : null}
      </div>
    </li>
  );
}

/** False for an order that was cancelled unpaid: nothing was charged, and there is nothing to divide. */
function hasShares({ status, paymentStatus }: OrderCardView): boolean {
  return status !== "cancelled" || paymentStatus === "paid" || paymentStatus === "refunded";
}

/** True if the order was paid, even if all of it was refunded: then there is a statement. */
function isPaid({ paymentStatus }: OrderCardView): boolean {
  return paymentStatus === "paid" || paymentStatus === "refunded";
}

/** How the price is divided. */
function Shares({ feeCents, netCents, refundedCents }: Receipt) {
  return (
    <p className="num">
      {[
        refundedCents > 0 ? `Refunds ${exactDollars(refundedCents)}` : null,
        feeCents > 0 ? `Platform fee ${exactDollars(feeCents)}` : null,
        `You earn ${exactDollars(netCents)}`,
      ]
        .filter(Boolean)
        .join(" · ")}
    </p>
  );
}
