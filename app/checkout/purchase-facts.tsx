import type { Purchase } from "#app/checkout/purchase.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** What was bought, from whom, when and for how much, and what happens next. */
export function PurchaseFacts(purchase: Purchase) {
  const { title, ordered, seller, number, cardCents, creditCents, paidAt, next } = purchase;
  const timeZone = useTimeZone();
  return (
    <dl className="kv">
      <dt>Service</dt>
      <dd>{`${title} (${ordered})`}</dd>
      <dt>Seller</dt>
      <dd>{seller}</dd>
      <dt>Order</dt>
      <dd>{`#${number}`}</dd>
      {paidAt === null ? null : (
        <>
          <dt>Paid on</dt>
          <dd>{dateTime(paidAt, timeZone)}</dd>
        </>
      )}
      <dt>Paid by card</dt>
      <dd>{exactDollars(cardCents)}</dd>
      {creditCents > 0 ? (
        <>
          <dt>Credit</dt>
          <dd>{exactDollars(creditCents)}</dd>
        </>
      ) : null}
      <dt>What happens next</dt>
      <dd>{next}</dd>
    </dl>
  );
}
