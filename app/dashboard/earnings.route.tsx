import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import { EarningsPanel } from "#app/dashboard/earnings-panel.tsx";
import { Offline } from "#app/layout/offline.tsx";
import * as earnedMonths from "#app/ledger/earned-months.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import * as earnings from "#app/payments/earnings.server.ts";
import { pageMeta } from "#app/seo/meta.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Earnings", noindex: true, path: href("/earnings") }, matches);

/** /earnings: the sums and the months of a seller (docs/specification.md#selling-earnings). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const { pathname, search } = new URL(request.url);
  const viewer = requireViewer(context, "Please sign in to continue", pathname + search);
  const [sums, months] = await Promise.all([
    sectionRead(() => earnings.find(db, viewer.id, clock.now()), "earnings", log),
    sectionRead(() => earnedMonths.list(db, viewer.id, clock.now()), "earnings by month", log),
  ]);
  return { sums, months };
}

export default function EarningsPage() {
  const { sums, months } = useLoaderData<typeof loader>();
  return (
    <>
      <DashboardFrame title="Earnings" current="earnings">
        <EarningsPanel earnings={sums} months={months} />
      </DashboardFrame>
      <Offline />
    </>
  );
}
