import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Chips } from "#app/admin/chips.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { type ListedPayout, list } from "#app/admin/payouts/payout-lists.server.ts";
import {
  type PayoutListKey,
  parsePayoutSearch,
  payoutLists,
  payoutsPath,
} from "#app/admin/payouts/payout-search.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { Empty } from "#app/ui/empty.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Payouts");

/** /admin/payouts?show=&after=: one list of payouts (docs/specification.md#operator-payouts). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parsePayoutSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => list(context.db, search, context.clock.now()));
  return { search, ...page, waits };
}

export const action = notFound;

/** The title of each list when it is empty, and the text that explains it. */
const explanations: Record<PayoutListKey, { empty: string; text: string }> = {
  refused: {
    empty: "No transfers are refused",
    text: "Earnings that Stripe refused to transfer for a reason other than our balance.",
  },
  funds: {
    empty: "No earnings wait for funds",
    text: "Earnings that cleared a day ago or earlier and wait for our balance at Stripe.",
  },
  restricted: {
    empty: "No accounts are restricted",
    text: "Accounts that Stripe has stopped after they were set up, or refused for good. The amount is the total we owe.",
  },
  failed: {
    empty: "No payouts have failed",
    text: "Payouts that a bank returned, until a later payout succeeds or a bank account is added.",
  },
  debts: {
    empty: "No debts are older than 60 days",
    text: "What sellers have owed for an order for more than 60 days.",
  },
  holds: {
    empty: "No payouts are on hold",
    text: "Sellers whose payouts are on hold. Those that end first come first.",
  },
  banks: { empty: "No bank accounts are new", text: "Bank accounts that were added in the last 7 days." },
  shared: {
    empty: "No bank account belongs to two sellers",
    text: "Bank accounts that more than one seller has added. That may be a family, or one person with two accounts.",
  },
};

const columns: Column<ListedPayout>[] = [
  {
    label: "Seller",
    cell: ({ userId, username }) => (
      <a href={href("/admin/payouts/:id", { id: userId })}>{accountName(username)}</a>
    ),
  },
  { label: "Amount", kind: "num", cell: ({ cents }) => (cents === null ? "–" : exactDollars(cents)) },
  {
    label: "About",
    kind: "why",
    cell: ({ orderId, detail, until }) => (
      <>
        {orderId === null ? null : <OrderLink id={orderId} />}
        {detail === null ? null : <p>{detail}</p>}
        {until === null ? null : <p className="tiny muted">{`Until ${date(until)}`}</p>}
      </>
    ),
  },
  { label: "Since", kind: "num", cell: ({ since }) => dateTime(since) },
];

/** The console's lists of payouts that may need an operator. */
export default function Payouts() {
  const { search, rows, next } = useLoaderData<typeof loader>();
  const { empty, text } = explanations[search.show];
  return (
    <QueuePage
      current="payouts"
      title="Payouts"
      aside={
        <div className="row">
          <ExportLink kind="transfers" isNamed />
          <ExportLink kind="payouts" search={{ show: search.show === "failed" ? "failed" : null }} isNamed />
          <ExportLink kind="debts" search={{ show: search.show === "debts" ? "old" : null }} isNamed />
        </div>
      }
      filters={
        <Chips
          label="Lists"
          choices={payoutLists}
          current={search.show}
          to={(key) => payoutsPath({ show: key })}
        />
      }
      empty={rows.length > 0 ? null : <Empty title={empty} text={text} />}
      pages={pagesOf(payoutsPath, search, next)}
    >
      <p className="muted mt-5 mb-3">{text}</p>
      <Table label="Payouts" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </QueuePage>
  );
}
