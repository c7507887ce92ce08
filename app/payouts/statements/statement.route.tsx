import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { linksOf } from "#app/page-handle.ts";
import { periodTitle } from "#app/payouts/statements/period.ts";
import { requireStatement } from "#app/payouts/statements/require-statement.server.ts";
import { StatementScreen } from "#app/payouts/statements/statement-screen.tsx";
import * as statements from "#app/payouts/statements/statements.server.ts";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";
import { bothNames } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./statement.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Statement ${data.title}` : "Statement", noindex: true });

/** /earnings/{period}: a seller's statement of a month or a year (docs/specification.md#statements). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const name = params.period ?? "";
  const viewer = requireViewer(
    context,
    "Please sign in to continue",
    href("/earnings/:period", { period: name }),
  );
  await requireRead(context);
  const { period, statement } = await requireStatement(context, viewer, name);
  const { openingCents, changes, closingCents, months, range } = statement;
  const nothing = { lines: [], next: null };
  const read = () =>
    Promise.all([
      range && !period.isYear ? statements.listLines(db, range) : nothing,
      profiles.find(db, viewer.id),
      accounts.find(db, viewer.id),
      period.isYear ? taxes.findYears(db, [viewer.id], period) : null,
      period.isYear ? taxes.findCountry(db, viewer.id) : null,
    ]);
  const [{ lines, next }, profile, account, years, country] = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  const isOver = period.end <= clock.now();
  return {
    name,
    title: periodTitle(period),
    isYear: period.isYear,
    start: period.start,
    until: period.end - 1,
    isOver,
    seller: { name: profile ? bothNames(profile) : "", email: account?.email ?? null },
    balance: { openingCents, changes, closingCents },
    lines,
    hasMore: next !== null,
    months,
    taxes: years && { ...(years.get(viewer.id) ?? { byPayment: [], byClearing: [] }), country },
    operator: context.operator,
  };
}

export default function StatementPage() {
  return <StatementScreen {...useLoaderData<typeof loader>()} />;
}
