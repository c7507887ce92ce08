import { brand } from "#app/brand.ts";
import type { SiteOperator } from "#app/context.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { Fact, PartyFact, ReceiptPaper, type ReceiptParty } from "#app/orders/receipt/receipt-paper.tsx";
import type { FeeReceipt } from "#app/sellers/fee-receipt.ts";
import { registrationLine } from "#app/sellers/seller.ts";

type Props = FeeReceipt & {
  payer: ReceiptParty;
  timeZone: string | null;
  /** Who runs the site. */
  operator: SiteOperator;
};

/** The receipt for the registration fee, paid or waived (docs/specification.md#seller-fee). */
export function FeeReceiptScreen({
  id,
  priceCents,
  paidAt,
  waived,
  refunds,
  payer,
  timeZone,
  operator,
}: Props) {
  const facts = (
    <>
      <Fact name="Number" value={`#${shortId(id)}`} />
      {paidAt === null ? null : <Fact name="Paid on" value={dateTime(paidAt, timeZone)} />}
      <PartyFact name={paidAt === null ? "For" : "Paid by"} party={payer} />
      {waived ? <Fact name="Waived on" value={dateTime(waived.at, timeZone)} /> : null}
      {waived ? <Fact name="Waived by" value={waived.by} /> : null}
    </>
  );
  return (
    <ReceiptPaper
      title="Receipt"
      facts={facts}
      line={{
        heading: "Fee",
        name: registrationLine.name,
        detail: registrationLine.description,
        cents: priceCents,
      }}
      seller={`Issued by ${brand}, run by ${operator.name}, ${operator.address}, ${operator.email}.`}
      back={{ to: href("/services/sell"), label: "Back" }}
    >
      <dl className="kv">
        {paidAt === null ? (
          <>
            <dt>Waived</dt>
            <dd>{`−${exactDollars(priceCents)}`}</dd>
          </>
        ) : null}
        <dt className="sum">Paid by card</dt>
        <dd className="sum">{exactDollars(paidAt === null ? 0 : priceCents)}</dd>
        {refunds.flatMap(({ at, cents }) => [
          <dt key={`${at} on`}>{`Refunded to the card on ${dateTime(at, timeZone)}`}</dt>,
          <dd key={`${at} of`}>{`−${exactDollars(cents)}`}</dd>,
        ])}
      </dl>
    </ReceiptPaper>
  );
}
