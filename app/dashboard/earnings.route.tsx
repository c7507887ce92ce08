import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import { EarningsPanel } from "#app/dashboard/earnings-panel.tsx";
import { EarningList } from "#app/dashboard/order-earnings.tsx";
import * as earnedMonths from "#app/ledger/earned-months.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { PayoutPanel } from "#app/payouts/accounts/payout-panel.tsx";
import * as payoutView from "#app/payouts/accounts/payout-view.server.ts";
import * as earnings from "#app/payouts/earnings.server.ts";
import { HoldNote } from "#app/payouts/holds/hold-note.tsx";
import * as holds from "#app/payouts/holds/holds.server.ts";
import * as earningList from "#app/payouts/order-earnings.server.ts";
import { StatementLinks } from "#app/payouts/statements/statement-links.tsx";
import * as statements from "#app/payouts/statements/statements.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Earnings", noindex: true, path: href("/earnings") }, matches);

/** /earnings: the sums, the months and the orders of a seller (docs/specification.md#selling-earnings). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const { pathname, search, searchParams } = new URL(request.url);
  const before = searchParams.get("before") || null;
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const [hold, payouts, sums, months, byOrder, statementMonths, timeZone] = await Promise.all([
    sectionRead(() => holds.findShown(db, viewer.id), "hold on payouts", log),
    sectionRead(() => payoutView.find(context, viewer), "payouts", log),
    sectionRead(() => earnings.find(db, viewer.id, clock.now()), "earnings", log),
    sectionRead(() => earnedMonths.list(db, viewer.id, clock.now()), "earnings by month", log),
    sectionRead(() => earningList.list(db, viewer.id, before, clock.now()), "earnings by order", log),
    sectionRead(() => statements.listMonths(db, viewer.id), "statements", log),
    sectionRead(() => profiles.timeZoneOf(db, viewer.id), "time zone", log),
  ]);
  return { hold, payouts, sums, months, byOrder, before, statementMonths, timeZone };
}

export default function EarningsPage() {
  const { hold, payouts, sums, months, byOrder, before, statementMonths, timeZone } =
    useLoaderData<typeof loader>();
  return (
    <DashboardFrame title="Earnings" current="earnings">
      {hold ? <HoldNote {...hold} /> : null}
      {payouts ? <PayoutPanel view={payouts} /> : null}
      <EarningsPanel earnings={sums} months={months} timeZone={timeZone} />
      {statementMonths ? <StatementLinks months={statementMonths} /> : null}
      {byOrder ? <EarningList earnings={byOrder.rows} next={byOrder.next} before={before} /> : null}
    </DashboardFrame>
  );
}
