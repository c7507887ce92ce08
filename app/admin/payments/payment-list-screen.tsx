import { Chips } from "#app/admin/chips.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { Filters } from "#app/admin/filters.tsx";
import { amountText } from "#app/admin/payments/mismatch.ts";
import { PaidForLink } from "#app/admin/payments/paid-for-link.tsx";
import type { ListTab, list, PaymentRow } from "#app/admin/payments/payment-list.server.ts";
import {
  maxOrders,
  type PaymentSearch,
  paymentsPath,
  paymentTabs,
} from "#app/admin/payments/payment-search.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { StripeId } from "#app/admin/stripe-id.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime, day } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";
import { Empty } from "#app/ui/empty.tsx";

/** The tabs of the page, the search, and the days before and after the chosen one. */
export function PaymentFilters({ search }: { search: PaymentSearch }) {
  const toDay = (days: number) => {
    const date = new Date(Date.parse(search.day) + days * day).toISOString().slice(0, 10);
    return <a href={paymentsPath({ ...search, day: date, after: null })}>{date}</a>;
  };
  return (
    <>
      <Chips
        label="Which payments"
        choices={paymentTabs}
        current={search.show}
        to={(key) => paymentsPath({ ...search, show: key, after: null })}
      />
      <Filters
        path="/admin/payments"
        text={{ label: "Find payments", value: search.q, placeholder: "Stripe ID, order ID or email" }}
        day={search.day}
        kept={{ show: search.show === "mismatches" ? null : search.show }}
      />
      {search.day === "" ? null : (
        <nav className="pages" aria-label="Days">
          {toDay(-1)}
          {toDay(1)}
        </nav>
      )}
    </>
  );
}

/** The empty state of a tab. @param none what it says without a search */
export function NoPayments({ search: { q, day }, none }: { search: PaymentSearch; none: string }) {
  if (q !== "")
    return (
      <Empty
        title="No matches"
        text="Search for Stripe’s ID of a payment, refund or dispute, the ID of an order or application, or the payer’s email address."
      />
    );
  return <Empty title={day === "" ? none : `${none} on this day`} />;
}

/** Says that a payer has more orders than one search reads. */
export function SearchedOrders() {
  return <p className="mt-5">{`Only the newest ${maxOrders} orders of this person are searched.`}</p>;
}

const titles: Record<ListTab, string> = {
  payments: "Payments",
  fees: "Registration fees",
  refunds: "Refunds",
};

const results: Record<string, string> = {
  applied: "Accepted",
  mismatch: "Mismatch, waiting for a decision",
  returned: "Not due, refunded",
  credit_refused: "Refunded: the card has used another account’s credit",
  resolved: "Mismatch, resolved by an operator",
  due: "Not sent to Stripe yet",
  sent: "Sent to Stripe, not confirmed yet",
  confirmed: "Refunded",
  failed: "Failed",
  replaced: "Failed, sent again",
};

const disputeTags = {
  open: <span className="tag bad">Disputed</span>,
  won: <span className="tag ok">Dispute won</span>,
  lost: <span className="tag bad">Dispute lost</span>,
};

function columnsWith(dashboard: StripeDashboard | null): Column<PaymentRow>[] {
  return [
    { label: "When", kind: "num", cell: ({ at }) => dateTime(at) },
    {
      label: "Amount",
      kind: "num",
      cell: ({ cents, currency }) => amountText({ amountCents: cents, currency }),
    },
    {
      label: "For",
      cell: (row) => (
        <>
          <PaidForLink {...row} />
          {row.extra === null ? null : <p className="tiny muted">{`Extra: ${row.extra}`}</p>}
        </>
      ),
    },
    {
      label: "Outcome",
      kind: "why",
      cell: ({ state, refundedCents, dispute, note }) => (
        <>
          <p className="row">
            {results[state] ?? state}
            {dispute === null ? null : disputeTags[dispute]}
          </p>
          {refundedCents > 0 ? <p>{`${exactDollars(refundedCents)} refunded`}</p> : null}
          {note === null ? null : <p className="tiny muted">{note}</p>}
        </>
      ),
    },
    {
      label: "At Stripe",
      cell: ({ stripeId }) => (stripeId === null ? "–" : <StripeId id={stripeId} dashboard={dashboard} />),
    },
  ];
}

type Props = Awaited<ReturnType<typeof list>> & {
  show: ListTab;
  search: PaymentSearch;
  dashboard: StripeDashboard | null;
};

/** Payments of orders, registration fees or refunds, newest first. */
export function PaymentListScreen({ show, search, rows, next, isCut, dashboard }: Props) {
  const title = titles[show];
  // Only the sum of a whole day is shown.
  const isWholeDay = search.day !== "" && search.q === "" && search.after === null && next === null;
  const done = rows.filter(
    ({ state, currency }) => ["applied", "confirmed"].includes(state) && currency === "usd",
  );
  return (
    <QueuePage
      current="payments"
      title={title}
      aside={
        show === "refunds" ? (
          <ExportLink kind="refunds" search={{ from: search.day, to: search.day }} />
        ) : null
      }
      filters={<PaymentFilters search={search} />}
      empty={rows.length > 0 ? null : <NoPayments search={search} none={`No ${title.toLowerCase()}`} />}
      pages={pagesOf(paymentsPath, search, next)}
    >
      {isCut ? <SearchedOrders /> : null}
      <Table
        label={title}
        columns={columnsWith(dashboard)}
        rows={rows}
        keyOf={({ id }) => id}
        foot={
          isWholeDay ? (
            <tr>
              <th scope="row">
                {show === "refunds" ? "Refunded, of the refunds begun on this day" : "Accepted on this day"}
              </th>
              <td className="num" colSpan={4}>
                {exactDollars(done.reduce((sum, { cents }) => sum + cents, 0))}
              </td>
            </tr>
          ) : null
        }
      />
    </QueuePage>
  );
}
