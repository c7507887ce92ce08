import { Link } from "@remix-run/react";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import { DueDaysPanel } from "#app/dashboard/due-days-panel.tsx";
import { DuePanel } from "#app/dashboard/due-panel.tsx";
import { EarningsSums } from "#app/dashboard/earnings-panel.tsx";
import type { Overview } from "#app/dashboard/load-overview.server.ts";
import { ordersPath } from "#app/dashboard/order-search.ts";
import { orderTabs } from "#app/dashboard/order-tabs.tsx";
import { RefusedNote } from "#app/dashboard/refused-note.tsx";
import { href } from "#app/lib/href.ts";
import { LevelPanel } from "#app/sellers/level-panel.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = Overview & {
  /** Why a form changed nothing; null if nothing was refused. */
  refusal: string | null;
};

/** /dashboard of a seller (docs/specification.md#selling). */
export function OverviewScreen({ refusal, seller, ...overview }: Props) {
  const { due, hasMoreDue, requests, dueDays, hasMoreDays, earnings, timeZone, level, payoutNeed } = overview;
  return (
    <DashboardFrame title="Dashboard" current="overview">
      {refusal === null ? null : (
        <div className="mt-5">
          <RefusalNote title={refusal} />
        </div>
      )}
      {seller.isRefused ? <RefusedNote seller={seller} /> : null}
      <div className="two-columns mt-5">
        <div>
          <DuePanel
            due={due}
            hasMore={hasMoreDue}
            requests={requests}
            payoutNeed={payoutNeed}
            mayCreate={!seller.isRefused}
          />
          <p className="row mt-4">
            {orderTabs.toReversed().map(({ party, label }) => (
              <Link key={party} className="more" to={ordersPath({ party })}>
                {label}
              </Link>
            ))}
          </p>
          <WhenYouHaveTime {...overview} />
        </div>
        <div className="stack">
          <DueDaysPanel days={dueDays} hasMore={hasMoreDays} />
          <section className="panel" aria-labelledby="earnings">
            <h2 id="earnings" className="mb-3">
              Earnings
            </h2>
            <EarningsSums earnings={earnings} timeZone={timeZone} />
            <p className="mt-3">
              <Link className="more" to={href("/earnings")}>
                Earned by month
              </Link>
            </p>
          </section>
          {level ? <LevelPanel {...level} /> : null}
        </div>
      </div>
    </DashboardFrame>
  );
}

/** What waits for the seller without a date. Renders nothing if nothing does. */
function WhenYouHaveTime({
  drafts,
  changed,
  unanswered,
  isUnansweredCapped,
}: Pick<Overview, "drafts" | "changed" | "unanswered" | "isUnansweredCapped">) {
  const services = href("/dashboard/services");
  const lines = [
    {
      count: drafts,
      isCapped: false,
      one: "draft to finish",
      many: "drafts to finish",
      to: `${services}#drafts`,
    },
    {
      count: changed,
      isCapped: false,
      one: "service with unpublished changes",
      many: "services with unpublished changes",
      to: services,
    },
    {
      count: unanswered,
      isCapped: isUnansweredCapped,
      one: "review to answer",
      many: "reviews to answer",
      to: `${href("/dashboard/reviews")}?show=to-answer`,
    },
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <section className="mt-6">
      <h2>When you have time</h2>
      <ul className="lines">
        {lines.map(({ count, isCapped, one, many, to }) => (
          <li key={one}>
            <h3>
              <Link to={to}>{`${count}${isCapped ? "+" : ""} ${count === 1 ? one : many}`}</Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
