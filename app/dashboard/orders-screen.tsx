import { Link } from "@remix-run/react";
import { DashboardMenu } from "#app/dashboard/dashboard-menu.tsx";
import type { DashboardSeller } from "#app/dashboard/dashboard-seller.server.ts";
import { NoOrders } from "#app/dashboard/no-orders.tsx";
import { OrderCard, type OrderCardView } from "#app/dashboard/order-card.tsx";
import { OrderFilter } from "#app/dashboard/order-filter.tsx";
import { isNarrowed, type OrderSearch, ordersPath } from "#app/dashboard/order-search.ts";
import { OrderTabs, orderTabs } from "#app/dashboard/order-tabs.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = {
  search: OrderSearch;
  orders: OrderCardView[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
  seller: DashboardSeller;
  /** Why a form changed nothing; null if nothing was refused. */
  refusal?: string | null;
};

/** The orders dashboard (docs/specification.md#orders-dashboard). */
export function OrdersScreen({ search, orders, next, seller, refusal = null }: Props) {
  const { party } = search;
  const isFirstPage = search.before === null;
  return (
    <div className="wrap page">
      {seller.isSelling ? <DashboardMenu current="orders" /> : null}
      <h1 className={seller.isSelling ? "stitch mt-5 mb-5" : "stitch mb-5"}>Orders</h1>
      <OrderTabs current={party} />
      {refusal === null ? null : (
        <div className="mt-5">
          <RefusalNote title={refusal} />
        </div>
      )}
      <h2 className="vh">{orderTabs.find((tab) => tab.party === party)?.label}</h2>
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
        <NoOrders search={search} hasOlder={next !== null} seller={seller} />
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
