import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { MouseEvent } from "react";
import type { Db } from "#app/context.ts";
import { href } from "#app/lib/href.ts";
import { redirect } from "#app/lib/replies.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { canPay, partyOf } from "#app/orders/order.ts";
import type { Order } from "#app/orders/order-writes.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { isPreviousPageOurs } from "#app/payments/payment.ts";
import * as payments from "#app/payments/payments.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { scripts: "now" };
export const meta: MetaFunction = () => pageMeta({ title: "Payment canceled", noindex: true });

/**
 * 'Try Again' links to the order that was not paid, or whose extra was not, or to the seller's application
 * (docs/specification.md#payment-canceled).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("type") === "seller_registration") return { again: "/services/sell", isSaved: false };
  const id = searchParams.get("order");
  const order = id && context.viewer ? await orders.find(context.db, id) : null;
  const mine = order && context.viewer && partyOf(order, context.viewer.id) === "buyer";
  if (!mine) return { again: "/orders", isSaved: false };
  const again = href("/orders/:id", { id: order.id });
  if (await hasArrived(context.db, order, searchParams.get("extra"))) throw redirect(again);
  return { again, isSaved: canPay(order, order.buyerId) };
}

/** True if the payment arrived anyway: the order page shows its state. @param extraId null: for the order */
async function hasArrived(db: Db, order: Order, extraId: string | null): Promise<boolean> {
  if (extraId === null)
    return order.paidAt !== null || (await payments.listNotTaken(db, order.id)).length > 0;
  const extra = await orderExtras.findToPay(db, extraId);
  return extra?.id !== order.id || !orderExtras.isToPay(extra);
}

/**
 * With scripts, 'Try Again' goes back in the history if the previous page is ours
 * (docs/specification.md#payment-canceled).
 */
function stepBack(event: MouseEvent) {
  const { history, location } = window;
  if (history.length < 2 || !isPreviousPageOurs(history.state, document.referrer, location.origin)) return;
  event.preventDefault();
  history.back();
}

export default function PaymentCanceled() {
  const { again, isSaved } = useLoaderData<typeof loader>();
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">Payment canceled</h1>
        <p className="lede">No charges were made.</p>
        {isSaved ? (
          <p>Your order is saved for 24 hours, in case you only wanted another cup of coffee.</p>
        ) : null}
        <p className="row">
          <Link className="btn go" to={again} onClick={stepBack}>
            Try Again
          </Link>
          <Link className="btn" to="/">
            Back to Home
          </Link>
        </p>
      </div>
    </div>
  );
}
