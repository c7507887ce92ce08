import { exactDollars } from "#app/lib/money.ts";
import type { Party } from "#app/orders/order.ts";
import { LineRows } from "#app/orders/receipt/line-rows.tsx";
import type { Receipt } from "#app/orders/receipt/receipt.ts";
import type { OrderLine } from "#drizzle/schema.ts";

/**
 * What an order costs, by its lines if it has any, how it is paid, and what was refunded; for the seller
 * also the fee, if there is one, and what they earn.
 * An order that was cancelled unpaid shows only the price.
 */
export function OrderAmounts({
  amounts,
  lines = null,
  party,
  isPaid,
  isCancelled,
}: {
  amounts: Receipt;
  lines?: OrderLine[] | null;
  party: Party;
  isPaid: boolean;
  isCancelled: boolean;
}) {
  if (isCancelled && !isPaid)
    return (
      <dl className="kv">
        <LineRows lines={lines} />
        <dt>Price</dt>
        <dd className="num">{exactDollars(amounts.priceCents)}</dd>
      </dl>
    );
  return (
    <dl className="kv">
      <LineRows lines={lines} />
      <dt>Price</dt>
      <dd className="num">{exactDollars(amounts.priceCents)}</dd>
      {amounts.creditCents > 0 ? (
        <>
          <dt>{isPaid ? "Credit used" : "Credit that will be used"}</dt>
          <dd className="num">{`−${exactDollars(amounts.creditCents)}`}</dd>
        </>
      ) : null}
      <dt className="sum">{isPaid ? "Paid by card" : "To pay by card"}</dt>
      <dd className="sum num">{exactDollars(amounts.cardCents)}</dd>
      {amounts.refundedCents > 0 ? (
        <>
          <dt>Refunds</dt>
          <dd className="num">{exactDollars(amounts.refundedCents)}</dd>
        </>
      ) : null}
      {party === "seller" ? (
        <>
          {amounts.feeCents > 0 ? (
            <>
              <dt>Platform fee</dt>
              <dd className="num">{exactDollars(amounts.feeCents)}</dd>
            </>
          ) : null}
          <dt className="sum">You earn</dt>
          <dd className="sum num">{exactDollars(amounts.netCents)}</dd>
        </>
      ) : null}
    </dl>
  );
}
