import { DescriptionList } from "#app/admin/description-list.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { LogList } from "#app/admin/log-list.tsx";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { StripeId } from "#app/admin/stripe-id.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { daysText } from "#app/gigs/gig.ts";
import { cashOf, leftOf } from "#app/ledger/shares.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars, signedDollars } from "#app/lib/money.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { isStripeId, type StripeDashboard } from "#app/payments/stripe-dashboard.ts";

type Props = { record: OrderRecord; dashboard: StripeDashboard | null };

/** An order's amounts, payments, money calls, disputes and ledger rows. */
export function OrderMoney({ record, dashboard }: Props) {
  const { order, payments, calls, credit, disputes, extras } = record;
  const receipt = receiptOf(order);
  const goodwill = record.ledger
    .filter(({ account }) => account === "goodwill")
    .reduce((cents, { amountCents }) => cents + amountCents, 0);
  const titleOf = (id: string) => extras.find((extra) => extra.id === id)?.title ?? "";
  return (
    <>
      <section className="mt-6">
        <h2 className="mb-3">Money</h2>
        <DescriptionList
          items={[
            ["Paid by card", exactDollars(cashOf(order))],
            ["Paid with credit", exactDollars(order.creditCents)],
            ["Seller's net", exactDollars(receipt.netCents)],
            ["Platform fee", exactDollars(receipt.feeCents)],
            ["Refunded to the card", exactDollars(order.refundedCashCents)],
            ["Refunded as credit", exactDollars(order.refundedCreditCents)],
            goodwill > 0
              ? ["Goodwill: the seller's share, paid by the platform", exactDollars(goodwill)]
              : null,
            ["Remaining", exactDollars(leftOf(order))],
            [
              "Credit",
              credit
                ? `${exactDollars(credit.cents)} ${credit.state}, ${exactDollars(credit.returnedCents)} returned`
                : "none",
            ],
          ]}
        />
      </section>
      {extras.length > 0 ? (
        <LogList title="Added extras" empty="None">
          {extras.map(({ id, title, priceCents, days, state, refundedCents, at, endedAt }) => (
            <li key={id}>
              <b className="num">{exactDollars(priceCents)}</b>
              {` ${title}, ${daysText(days)} · ${humanize(state)}${refundedCents > 0 ? `, ${exactDollars(refundedCents)} refunded` : ""} `}
              <span className="tiny muted num">{dateTime(endedAt ?? at)}</span>
            </li>
          ))}
        </LogList>
      ) : null}
      <LogList title="Payments" empty="No payments">
        {payments.map(
          ({ id, checkoutSessionId, paymentIntentId, extraId, amountCents, currency, outcome, note, at }) => (
            <li key={id}>
              <b className="num">{exactDollars(amountCents)}</b>
              {` ${currency} · ${humanize(outcome)}${extraId === null ? "" : `, for an extra: ${titleOf(extraId)}`} `}
              <span className="tiny muted num">
                {`${dateTime(at)} · `}
                <StripeId id={checkoutSessionId} dashboard={dashboard} />
                {paymentIntentId === null ? null : (
                  <>
                    {" · "}
                    <StripeId id={paymentIntentId} dashboard={dashboard} />
                  </>
                )}
              </span>
              {note ? <p>{note}</p> : null}
            </li>
          ),
        )}
      </LogList>
      <LogList title="Stripe calls" empty="No calls yet">
        {calls.map((call) => (
          <li key={call.id}>
            {`${humanize(call.kind)} `}
            {call.amountCents === null ? null : (
              <>
                <b className="num">{exactDollars(call.amountCents)}</b>{" "}
              </>
            )}
            <span
              className={`tag ${call.state === "failed" ? "bad" : call.state === "confirmed" ? "ok" : "wait"}`}
            >
              {call.isReplaced ? "failed, retried" : call.state}
            </span>{" "}
            <span className="tiny muted num">
              {`${dateTime(call.at)} · `}
              {call.stripeId !== null ? (
                <StripeId id={call.stripeId} dashboard={dashboard} />
              ) : call.state === "failed" ? (
                <span>refused</span>
              ) : (
                <span>no answer yet</span>
              )}
            </span>
            {call.error ? <p className="tiny muted">{call.error}</p> : null}
          </li>
        ))}
      </LogList>
      <LogList title="Disputes" empty="None">
        {disputes.map(({ id, amountCents, state, at, closedAt }) => (
          <li key={id}>
            <b className="num">{exactDollars(amountCents)}</b>
            {` ${state} `}
            <span className="tiny muted num">
              {`${dateTime(at)}${closedAt === null ? "" : `, closed ${dateTime(closedAt)}`} · `}
              <StripeId id={id} dashboard={dashboard} />
            </span>
          </li>
        ))}
      </LogList>
      <Ledger rows={record.ledger} dashboard={dashboard} />
    </>
  );
}

const ledgerColumns = (dashboard: StripeDashboard | null): Column<OrderRecord["ledger"][number]>[] => [
  {
    label: "Transaction",
    kind: "why",
    cell: ({ transaction }) => {
      // `refund:re_…`
      const [kind, id = "", ...rest] = transaction.split(":");
      if (rest.length > 0 || !isStripeId(id)) return transaction;
      return (
        <span>
          {`${kind}:`}
          <StripeId id={id} dashboard={dashboard} />
        </span>
      );
    },
  },
  { label: "Account", cell: ({ account }) => humanize(account) },
  { label: "User", cell: ({ user }) => (user === null ? "platform" : accountName(user)) },
  { label: "When", kind: "num", cell: ({ at }) => dateTime(at) },
  { label: "Amount", kind: "num", cell: ({ amountCents }) => signedDollars(amountCents) },
];

function Ledger({ rows, dashboard }: { rows: OrderRecord["ledger"]; dashboard: StripeDashboard | null }) {
  const sum = rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
  return (
    <section className="mt-6">
      <h2 className="mb-3">Ledger</h2>
      <Table
        label="Ledger"
        columns={ledgerColumns(dashboard)}
        rows={rows}
        keyOf={({ number }) => number}
        foot={
          <tr>
            <th scope="row" colSpan={4}>
              Total
            </th>
            <td className="num">{signedDollars(sum)}</td>
          </tr>
        }
      />
    </section>
  );
}
