import { Link } from "@remix-run/react";
import { cannotWrite } from "#app/conversations/conversation.ts";
import { packageNames } from "#app/gigs/packages/package.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderAmounts } from "#app/orders/page/order-amounts.tsx";
import type { OrderView } from "#app/orders/page/order-view.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, isDeleted } from "#app/profiles/profile.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";

/** What was agreed when the order was placed: the other party, the package and the price. */
export function OrderSummary({
  order,
  offer,
  amounts,
  refundWindow,
  gig,
  again,
  otherParty,
  party,
  sellerPage,
  timeZone,
  isBlocked,
}: OrderView & { isBlocked: boolean }) {
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "refunded";
  return (
    <aside aria-label="Summary" className="stack">
      <div className="panel cut stack">
        <h2 className="text-xl">Summary</h2>
        <Picture src={gig.imageUrl} title={order.title} width={320} height={240} sizes="300px" />
        <div className="who">
          <Avatar profile={otherParty} size={44} />
          <b>
            {party === "buyer" && sellerPage ? (
              <>
                Seller: <Link to={sellerPage}>{bothNames(otherParty)}</Link>
              </>
            ) : (
              `${party === "buyer" ? "Seller" : "Buyer"}: ${bothNames(otherParty)}`
            )}
          </b>
        </div>
        {isBlocked ? (
          <p className="small">{`${cannotWrite}. The order continues as agreed: use the buttons on this page.`}</p>
        ) : isDeleted(otherParty) ? null : (
          <Link
            className="btn wide"
            to={`${href("/messages")}?user=${otherParty.id}&order=${order.id}`}
            prefetch="none"
          >
            <Icon name="message" />
            {party === "buyer" ? "Message seller" : "Message buyer"}
          </Link>
        )}
        <dl className="kv">
          <dt>Order</dt>
          <dd>{`#${shortId(order.id)}`}</dd>
          <dt>Service</dt>
          <dd>{order.title}</dd>
          <dt>Package</dt>
          <dd>
            {offer || order.packageTitle === packageNames[order.packageId]
              ? order.packageTitle
              : `${packageNames[order.packageId]}: ${order.packageTitle}`}
          </dd>
          <dt>Delivery time</dt>
          <dd>{order.deliveryDays === 1 ? "1 day" : `${order.deliveryDays} days`}</dd>
          <dt>Revisions</dt>
          <dd>
            {order.revisions === -1
              ? `Unlimited, ${order.revisionsUsed} used`
              : `${order.revisionsUsed} of ${order.revisions} used`}
          </dd>
        </dl>
        <OrderAmounts
          amounts={amounts}
          lines={order.lines}
          party={party}
          isPaid={isPaid}
          isCancelled={order.status === "cancelled"}
        />
        {refundWindow ? (
          <p className="small muted">
            {`Refund window: ${
              refundWindow.until === null
                ? `${order.refundDays} days from the first delivery`
                : `${refundWindow.isOver ? "ended on" : "until"} ${dateTime(refundWindow.until, timeZone)}`
            }`}
          </p>
        ) : null}
        {isPaid ? (
          <p>
            <Link className="more small" to={href("/orders/:id/receipt", { id: order.id })}>
              {party === "buyer" ? "Receipt" : "Statement"}
            </Link>
          </p>
        ) : null}
        {again === null ? null : again.path === null ? (
          <p className="small">{`${again.refusal}.`}</p>
        ) : (
          <Link className="btn wide" to={again.path} prefetch="none">
            <Icon name="redo" />
            {offer ? "Ask for an offer again" : "Order again"}
          </Link>
        )}
        {party === "buyer" && isDeleted(otherParty) ? null : (
          <p>
            <Link className="more small" to={href("/services/s/:slug", { slug: gig.slug })}>
              See the service
            </Link>
          </p>
        )}
      </div>
    </aside>
  );
}
