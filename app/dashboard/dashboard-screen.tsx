import { Link } from "@remix-run/react";
import type { DashboardGigs } from "#app/dashboard/dashboard-gigs.server.ts";
import { DuePanel } from "#app/dashboard/due-panel.tsx";
import { EarningsPanel } from "#app/dashboard/earnings-panel.tsx";
import { GigsPanel } from "#app/dashboard/gigs-panel.tsx";
import { NoOrders } from "#app/dashboard/no-orders.tsx";
import { OrderCard, type OrderCardView } from "#app/dashboard/order-card.tsx";
import { OrderFilter } from "#app/dashboard/order-filter.tsx";
import { isNarrowed, type OrderSearch, ordersPath } from "#app/dashboard/order-search.ts";
import { ReviewsPanel } from "#app/dashboard/reviews-panel.tsx";
import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import type { Party } from "#app/orders/order.ts";
import type { Earnings } from "#app/payments/earnings.server.ts";
import type { UnansweredReview } from "#app/reviews/order-reviews.server.ts";
import { LevelPanel, type LevelReport } from "#app/sellers/level-panel.tsx";
import { Note } from "#app/ui/note.tsx";

const tabs: { party: Party; label: string }[] = [
  { party: "buyer", label: "Orders You've Purchased" },
  { party: "seller", label: "Orders You're Selling" },
];

type Props = {
  search: OrderSearch;
  orders: OrderCardView[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
  /** Orders that wait for the seller, by due date. */
  due: OrderCardView[];
  hasMoreDue: boolean;
  /** Only on a seller's overview. `gigs`, `earnings` or `months` null: they could not be read. */
  selling: {
    gigs: DashboardGigs | null;
    /** The page of gigs starts after this one; null: the first page. */
    gigsAfter: string | null;
    earnings: Earnings | null;
    months: EarnedMonth[] | null;
    /** Null for users who are no active sellers, or if it could not be read. */
    level: LevelReport | null;
    unansweredReviews: UnansweredReview[];
  } | null;
  /** Why a form of the seller dashboard changed nothing; null if nothing was refused. */
  refusal?: string | null;
};

/** The orders dashboard (docs/specification.md#orders-dashboard). */
export function DashboardScreen({ search, orders, next, due, hasMoreDue, selling, refusal = null }: Props) {
  const { party } = search;
  const isFirstPage = search.before === null;
  return (
    <div className="wrap page">
      <h1 className="stitch mb-5">Orders</h1>
      <nav className="tabs fit" aria-label="Orders">
        {tabs.map((tab) => (
          <Link
            key={tab.party}
            to={ordersPath({ party: tab.party })}
            aria-current={tab.party === party ? "page" : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      {refusal === null ? null : (
        <div className="mt-5">
          <Note kind="bad" title={refusal} />
        </div>
      )}
      {due.length > 0 ? <DuePanel due={due} hasMore={hasMoreDue} /> : null}
      {selling ? (
        <>
          <GigsPanel gigs={selling.gigs} after={selling.gigsAfter} />
          <EarningsPanel earnings={selling.earnings} months={selling.months} />
          {selling.level ? <LevelPanel {...selling.level} /> : null}
          <ReviewsPanel reviews={selling.unansweredReviews} />
        </>
      ) : null}
      <h2 className={party === "buyer" ? "vh" : "mt-6"}>{tabs.find((tab) => tab.party === party)?.label}</h2>
      {orders.length > 0 || next !== null || !isFirstPage || isNarrowed(search) ? (
        <OrderFilter search={search} />
      ) : null}
      {orders.length > 0 ? (
        <ul className="orders">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} party={party} />
          ))}
        </ul>
      ) : (
        <NoOrders search={search} hasOlder={next !== null} />
      )}
      {!isFirstPage || next !== null ? (
        <nav className="pages" aria-label="Pages">
          {isFirstPage ? null : <Link to={ordersPath({ ...search, before: null })}>Newest</Link>}
          {next === null ? null : (
            <Link to={ordersPath({ ...search, before: next })} rel="next">
              Older
            </Link>
          )}
        </nav>
      ) : null}
    </div>
  );
}
