import { Link } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { orderPath, shortId } from "#app/orders/order.ts";
import type { Receipt } from "#app/orders/receipt.ts";

/** Cents; UTC ms. */
type Props = {
  id: string;
  title: string;
  packageTitle: string;
  paidAt: number;
  buyer: string;
  seller: string;
  amounts: Receipt;
  timeZone: string | null;
};

/** A receipt for printing: who paid what, and how it was divided. */
export function ReceiptScreen({ id, title, packageTitle, paidAt, buyer, seller, amounts, timeZone }: Props) {
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">Receipt</h1>
        <dl className="kv">
          <dt>Order</dt>
          <dd>#{shortId(id)}</dd>
          <dt>Paid on</dt>
          <dd>{dateTime(paidAt, timeZone)}</dd>
          <dt>Service</dt>
          <dd>
            {title} ({packageTitle})
          </dd>
          <dt>Buyer</dt>
          <dd>{buyer}</dd>
          <dt>Seller</dt>
          <dd>{seller}</dd>
          <dt>Sold through</dt>
          <dd>{brand}</dd>
        </dl>
        <h2>Paid by the buyer</h2>
        <dl className="kv">
          <dt>Paid by card</dt>
          <dd>{exactDollars(amounts.cardCents)}</dd>
          <dt>Credit</dt>
          <dd>{exactDollars(amounts.creditCents)}</dd>
          <dt className="sum">Price</dt>
          <dd className="sum">{exactDollars(amounts.priceCents)}</dd>
        </dl>
        <h2>Where it went</h2>
        <dl className="kv">
          <dt>Seller's net</dt>
          <dd>{exactDollars(amounts.netCents)}</dd>
          <dt>Platform fee</dt>
          <dd>{exactDollars(amounts.feeCents)}</dd>
          {amounts.refundedCents > 0 ? (
            <>
              <dt>Refunded to the card</dt>
              <dd>{exactDollars(amounts.refundedCardCents)}</dd>
              <dt>Refunded as credit</dt>
              <dd>{exactDollars(amounts.refundedCreditCents)}</dd>
            </>
          ) : null}
          <dt className="sum">Together</dt>
          <dd className="sum">{exactDollars(amounts.netCents + amounts.feeCents + amounts.refundedCents)}</dd>
        </dl>
        <p>
          <Link className="btn" to={orderPath(id)}>
            Back to the order
          </Link>
        </p>
      </div>
    </div>
  );
}
