import { Link } from "@remix-run/react";
import { type OrderSearch, orderFilters, ordersPath } from "#app/dashboard/order-search.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Search box and filters. Both are part of the address. */
export function OrderFilter({ search }: { search: OrderSearch }) {
  const { party, filter, q } = search;
  return (
    <div className="narrowing">
      <form className="find" action="/orders">
        {party === "seller" ? <input type="hidden" name="tab" value="selling" /> : null}
        {filter === "all" ? null : <input type="hidden" name="status" value={filter} />}
        <label className="vh" htmlFor="order-q">
          Find orders
        </label>
        <input
          className="in"
          id="order-q"
          key={q}
          name="q"
          type="search"
          dir="auto"
          defaultValue={q}
          placeholder="ID or title"
          autoComplete="off"
        />
        <button type="submit">
          <Icon name="search" />
          <span className="vh">Find orders</span>
        </button>
      </form>
      <nav className="chips" aria-label="Filter orders">
        {orderFilters.map(({ key, label }) => (
          <Link
            key={key}
            to={ordersPath({ party, filter: key, q })}
            aria-current={key === filter ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
