import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { brand } from "#app/brand.ts";
import { dateTime } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { type Party, partyOf, shortId } from "#app/orders/order.ts";
import * as orderDetails from "#app/orders/order-details.server.ts";
import { LineRows } from "#app/orders/receipt/line-rows.tsx";
import { paymentsOf, receiptOf, refundsOf } from "#app/orders/receipt/receipt.ts";
import { Fact, PartyFact, ReceiptPaper, type ReceiptParty } from "#app/orders/receipt/receipt-paper.tsx";
import { refundUntil } from "#app/orders/refund-window.ts";
import { linksOf } from "#app/page-handle.ts";
import { bothNames, type Person } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./receipt.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `${receiptName(data.reader)} ${shortId(data.id)}` : "Receipt", noindex: true });

/**
 * The receipt of a paid order for its buyer, and the statement for its seller
 * (docs/specification.md#receipt-page).
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { db, log } = context;
  const viewer = requireViewer(
    context,
    "You must be logged in to view your orders",
    href("/orders/:id/receipt", { id }),
  );
  await requireRead(context);
  const read = () =>
    Promise.all([
      orderDetails.find(db, id),
      profiles.timeZoneOf(db, viewer.id),
      accounts.find(db, viewer.id),
    ]);
  const [found, timeZone, account] = await mainRead(read, "Something went wrong", log);
  if (!found || !partyOf(found.order, viewer.id)) throw redirect("/orders");
  const { order, buyer, seller, events } = found;
  if (order.paidAt === null) {
    toast(context, "info", "This order has not been paid yet, so it has no receipt");
    throw seeOther(href("/orders/:id", { id }));
  }
  // Neither party sees the other's email address.
  const partyFrom = (person: Person & { id: string }): ReceiptParty => ({
    name: bothNames(person),
    email: person.id === viewer.id ? (account?.email ?? null) : null,
  });
  const reader = partyOf(order, viewer.id) ?? "buyer";
  const until = refundUntil(order);
  return {
    id,
    title: order.title,
    packageTitle: order.packageTitle,
    lines: order.lines,
    payments: paymentsOf({ ...order, paidAt: order.paidAt }, events),
    reader,
    buyer: partyFrom(buyer),
    // The buyer's billing details are not for the seller.
    billing: reader === "buyer" ? { company: order.buyerCompany, taxNumber: order.buyerTaxNumber } : null,
    /** The end of the refund window. */
    refundPeriod:
      until === null
        ? `${order.refundDays} days from the first delivery`
        : `Until ${dateTime(until, timeZone)}`,
    seller: partyFrom(seller),
    amounts: receiptOf(order),
    refunds: refundsOf(order, events),
    timeZone,
    operator: context.operator,
  };
}

/** The title of the page: a statement for the seller, who has not paid. */
function receiptName(reader: Party): string {
  return reader === "buyer" ? "Receipt" : "Statement";
}

type Loaded = SerializeFrom<typeof loader>;

/** The receipt of an order: who sold what to whom, and who paid what. The seller sees only their own part. */
export default function ReceiptPage() {
  const loaded = useLoaderData<typeof loader>();
  const { id, reader, billing, refundPeriod, title, packageTitle, payments, buyer, seller } = loaded;
  const { amounts, lines, refunds, timeZone, operator } = loaded;
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

type AmountsProps = Pick<Loaded, "amounts" | "lines" | "refunds" | "timeZone">;

/** What the buyer paid, and where it went. */
function Paid({ amounts, lines, payments, refunds, timeZone }: AmountsProps & Pick<Loaded, "payments">) {
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

function Refunds({ refunds, timeZone }: Pick<Loaded, "refunds" | "timeZone">) {
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
