import { Fragment } from "react";
import { brand } from "#app/brand.ts";
import type { SiteOperator } from "#app/context.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { type Party, shortId } from "#app/orders/order.ts";
import { LineRows } from "#app/orders/receipt/line-rows.tsx";
import type { CardPayment, Receipt, Refund } from "#app/orders/receipt/receipt.ts";
import { Fact, PartyFact, ReceiptPaper, type ReceiptParty } from "#app/orders/receipt/receipt-paper.tsx";
import type { OrderLine } from "#drizzle/schema.ts";

/** The title of the page: a statement for the seller, who has not paid. */
export function receiptName(reader: Party): string {
  return reader === "buyer" ? "Receipt" : "Statement";
}

/** Cents; UTC ms. */
type Props = {
  id: string;
  reader: Party;
  /** The buyer's billing details when the order was placed, for the buyer; null for the seller. */
  billing: { company: string | null; taxNumber: string | null } | null;
  /** The end of the refund window, as a text. */
  refundPeriod: string;
  title: string;
  packageTitle: string;
  lines: OrderLine[] | null;
  payments: CardPayment[];
  buyer: ReceiptParty;
  seller: ReceiptParty;
  amounts: Receipt;
  refunds: Refund[];
  timeZone: string | null;
  /** Who runs the site. */
  operator: SiteOperator;
};

/** The receipt of an order: who sold what to whom, and who paid what. The seller sees only their own part. */
export function ReceiptScreen(props: Props) {
  const { id, reader, billing, refundPeriod, title, packageTitle, payments, buyer, seller, amounts } = props;
  const { lines, refunds, timeZone, operator } = props;
  const facts = (
    <>
      <Fact name="Number" value={`#${shortId(id)}`} />
      <Fact name="Paid on" value={payments.map(({ at }) => dateTime(at, timeZone)).join("; ")} />
      <PartyFact name="Seller" party={seller} />
      <PartyFact name="Buyer" party={buyer} />
      {billing?.company ? <Fact name="Company" value={billing.company} /> : null}
      {billing?.taxNumber ? <Fact name="Tax number" value={billing.taxNumber} /> : null}
      <Fact name="Refund period" value={refundPeriod} />
    </>
  );
  return (
    <ReceiptPaper
      title={receiptName(reader)}
      facts={facts}
      line={{
        heading: "Service",
        name: title,
        detail: `Package: ${packageTitle}`,
        cents: amounts.priceCents,
      }}
      seller={`Sold through ${brand}, run by ${operator.name}, ${operator.address}, ${operator.email}.`}
      back={{ to: href("/orders/:id", { id }), label: "Back to the order" }}
    >
      {reader === "buyer" ? (
        <Paid amounts={amounts} lines={lines} payments={payments} refunds={refunds} timeZone={timeZone} />
      ) : (
        <Earned amounts={amounts} lines={lines} refunds={refunds} timeZone={timeZone} />
      )}
    </ReceiptPaper>
  );
}

type AmountsProps = Pick<Props, "amounts" | "lines" | "refunds" | "timeZone">;

/** What the buyer paid, and where it went. */
function Paid({ amounts, lines, payments, refunds, timeZone }: AmountsProps & Pick<Props, "payments">) {
  return (
    <>
      <dl className="kv">
        <LineRows lines={lines} />
        <dt>Price</dt>
        <dd>{exactDollars(amounts.priceCents)}</dd>
        {amounts.creditCents > 0 ? (
          <>
            <dt>Credit</dt>
            <dd>{`−${exactDollars(amounts.creditCents)}`}</dd>
          </>
        ) : null}
        {payments.length > 1
          ? payments.map(({ at, cents }) => (
              <Fragment key={at}>
                <dt>{`By card on ${dateTime(at, timeZone)}`}</dt>
                <dd>{exactDollars(cents)}</dd>
              </Fragment>
            ))
          : null}
        <dt className="sum">Paid by card</dt>
        <dd className="sum">{exactDollars(amounts.cardCents)}</dd>
      </dl>
      {refunds.length > 0 ? <Refunds refunds={refunds} timeZone={timeZone} /> : null}
      <h2>Payment breakdown</h2>
      <dl className="kv">
        <dt>Seller's net</dt>
        <dd>{exactDollars(amounts.netCents)}</dd>
        {amounts.feeCents > 0 ? (
          <>
            <dt>Platform fee</dt>
            <dd>{exactDollars(amounts.feeCents)}</dd>
          </>
        ) : null}
        {amounts.refundedCents > 0 ? (
          <>
            <dt>Refunded to the card</dt>
            <dd>{exactDollars(amounts.refundedCardCents)}</dd>
            <dt>Refunded as credit</dt>
            <dd>{exactDollars(amounts.refundedCreditCents)}</dd>
          </>
        ) : null}
        <dt className="sum">Total</dt>
        <dd className="sum">{exactDollars(amounts.netCents + amounts.feeCents + amounts.refundedCents)}</dd>
      </dl>
    </>
  );
}

/** What the seller earned: price, credit, fee and net. */
function Earned({ amounts, lines, refunds, timeZone }: AmountsProps) {
  return (
    <>
      <dl className="kv">
        <LineRows lines={lines} />
        <dt>Price</dt>
        <dd>{exactDollars(amounts.priceCents)}</dd>
        {amounts.refundedCents > 0 ? (
          <>
            <dt>Refunded to the buyer</dt>
            <dd>{`−${exactDollars(amounts.refundedCents)}`}</dd>
          </>
        ) : null}
        {amounts.feeCents > 0 ? (
          <>
            <dt>Platform fee</dt>
            <dd>{`−${exactDollars(amounts.feeCents)}`}</dd>
          </>
        ) : null}
        <dt className="sum">You earn</dt>
        <dd className="sum">{exactDollars(amounts.netCents)}</dd>
      </dl>
      {refunds.length > 0 ? <Refunds refunds={refunds} timeZone={timeZone} /> : null}
      <h2>How the buyer paid</h2>
      <dl className="kv">
        <dt>By card</dt>
        <dd>{exactDollars(amounts.cardCents)}</dd>
        <dt>With credit</dt>
        <dd>{exactDollars(amounts.creditCents)}</dd>
      </dl>
      <p className="small muted">The buyer's credit does not reduce what you earn.</p>
    </>
  );
}

function Refunds({ refunds, timeZone }: Pick<Props, "refunds" | "timeZone">) {
  return (
    <>
      <h2>Refunds</h2>
      <dl className="kv">
        {refunds.flatMap(({ at, cardCents, creditCents }) => [
          <dt key={`${at} on`}>{dateTime(at, timeZone)}</dt>,
          <dd key={`${at} of`}>
            {[
              cardCents > 0 ? `${exactDollars(cardCents)} to the card` : "",
              creditCents > 0 ? `${exactDollars(creditCents)} as credit` : "",
            ]
              .filter(Boolean)
              .join(", ")}
          </dd>,
        ])}
      </dl>
    </>
  );
}
