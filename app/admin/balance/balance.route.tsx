import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as balanceView from "#app/admin/balance/balance-view.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { paymentsPath } from "#app/admin/payments/payment-search.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { StripeId } from "#app/admin/stripe-id.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { date, dateTime, day } from "#app/lib/dates.ts";
import { exactDollars, signedDollars } from "#app/lib/money.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";
import { Note } from "#app/ui/note.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Balance");

/** /admin/balance: the books and the balance at Stripe (docs/specification.md#operator-balance). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => balanceView.find(context));
  return { ...page, waits, dashboard: context.stripeDashboard };
}

export const action = notFound;

type View = Awaited<ReturnType<typeof balanceView.find>>;

const columns: Column<View["days"][number]>[] = [
  { label: "Day", cell: (row) => date(row.day * day) },
  { label: "Stripe", kind: "num", cell: ({ stripeCents }) => signedDollars(stripeCents) },
  { label: "Ledger", kind: "num", cell: ({ ledgerCents }) => signedDollars(ledgerCents) },
  {
    label: "Difference",
    kind: "num",
    cell: ({ stripeCents, ledgerCents }) =>
      stripeCents === ledgerCents ? (
        signedDollars(0)
      ) : (
        <span className="tag bad num">{signedDollars(stripeCents - ledgerCents)}</span>
      ),
  },
];

const entryColumns = (dashboard: StripeDashboard | null): Column<View["entries"][number]>[] => [
  {
    label: "Amount",
    kind: "num",
    cell: ({ currency, netCents }) =>
      currency === "usd" ? signedDollars(netCents) : `${netCents} ${currency}`,
  },
  { label: "Kind", cell: ({ category, type }) => humanize(category || type) },
  { label: "At", kind: "num", cell: ({ at }) => dateTime(at) },
  { label: "ID", kind: "why", cell: ({ id }) => <StripeId id={id} dashboard={dashboard} /> },
  {
    label: "Mismatch",
    cell: ({ mismatchId }) =>
      mismatchId === null ? (
        <span className="tag wait">not booked yet</span>
      ) : (
        <a href={paymentsPath({ q: mismatchId })}>Open the mismatch</a>
      ),
  },
];

/** The balance at Stripe and to whom it belongs, what the books do not explain, and both by day. */
export default function Balance() {
  const { balance, isCurrent, figures, days, entries, dashboard } = useLoaderData<typeof loader>();
  const { sellers, buyers, disputed, debts, least, owner } = figures;
  return (
    <QueuePage
      current="balance"
      title="Balance"
      aside={
        <div className="row">
          {balance ? <p className="small muted">{`Stripe, ${dateTime(balance.at)}`}</p> : null}
          <ExportLink kind="ledger" isNamed />
          <ExportLink kind="refunds" isNamed />
        </div>
      }
    >
      {isCurrent ? null : (
        <div className="mt-5">
          <Note kind="amber" title="Stripe isn't responding">
            <p>
              {balance
                ? "The amounts at Stripe are from its last answer."
                : "The balance has never been read. Reload this page later."}
            </p>
          </Note>
        </div>
      )}
      {balance?.hasDollars === false ? (
        <div className="mt-5">
          <Note kind="bad" title="Stripe does not settle in US dollars">
            <p>
              {"So sellers are not paid. Add a bank account in US dollars at Stripe (see "}
              <code>docs/payouts.md#currency</code>).
            </p>
          </Note>
        </div>
      ) : null}
      {owner !== null && owner < 0 ? (
        <div className="mt-5">
          <Note kind="bad" title={`${exactDollars(-owner)} is missing at Stripe`}>
            <p>Transfers to sellers wait until the balance is enough. Add funds to it at Stripe.</p>
          </Note>
        </div>
      ) : null}
      <section className="mt-6">
        <h2 className="mb-3">Today</h2>
        <DescriptionList
          items={[
            ["Available at Stripe", balance ? signedDollars(balance.available) : "unknown"],
            ["Pending at Stripe", balance ? signedDollars(balance.pending) : "unknown"],
            ["Held back by Stripe", balance ? signedDollars(balance.reserved) : "unknown"],
            ["Owed to sellers", signedDollars(sellers)],
            ["Owed to buyers", signedDollars(buyers)],
            ["Held in disputes", signedDollars(disputed)],
            ["Owed by sellers", signedDollars(debts)],
            ["The platform's own", owner === null ? "unknown" : signedDollars(owner)],
          ]}
        />
        <p className="mt-3">
          <b>{`At least ${exactDollars(least)} must stay at Stripe.`}</b>
          {
            " It belongs to sellers and buyers. Let Stripe pay the platform's bank by hand, or automatically with a minimum balance of that amount or more."
          }
        </p>
      </section>
      <section className="mt-6">
        <h2 className="mb-3">Not in the books</h2>
        {entries.length === 0 ? (
          <p className="muted">The books explain everything at Stripe</p>
        ) : (
          <Table
            label="Not in the books"
            columns={entryColumns(dashboard)}
            rows={entries}
            keyOf={({ id }) => id}
          />
        )}
      </section>
      <section className="mt-6">
        <h2 className="mb-3">By day</h2>
        {days.length === 0 ? (
          <p className="muted">No money has moved yet</p>
        ) : (
          <Table
            label="Stripe and the ledger by day, in UTC"
            columns={columns}
            rows={days}
            keyOf={(row) => row.day}
          />
        )}
      </section>
    </QueuePage>
  );
}
