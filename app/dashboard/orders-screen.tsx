import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DueOrder, OrderCard, type OrderCardView } from "#app/dashboard/order-card.tsx";
import { isNarrowed, type OrderSearch, ordersPath, shown } from "#app/dashboard/order-search.ts";
import { linkTo } from "#app/navigation.ts";
import type { Party } from "#app/orders/order.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";

const tabs: { party: Party; label: string }[] = [
  { party: "buyer", label: "Orders You've Purchased" },
  { party: "seller", label: "Orders You're Selling" },
];

export type OrdersView = {
  search: OrderSearch;
  orders: OrderCardView[];
  /** The `before` of the page that follows; null: this is the last one. */
  next: string | null;
  /** What waits for a seller, and whether there is more of it. */
  due: OrderCardView[];
  moreDue: boolean;
};

/** The orders dashboard (docs/specification.md#orders-dashboard). `desk`: what else a seller has on it. */
export function OrdersScreen({
  search,
  orders,
  next,
  due,
  moreDue,
  desk,
}: OrdersView & { desk?: ReactNode }) {
  const { party } = search;
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
      {due.length > 0 ? <NeedsYou due={due} more={moreDue} /> : null}
      {desk}
      <h2 className={party === "buyer" ? "vh" : "mt-6"}>{tabs.find((tab) => tab.party === party)?.label}</h2>
      {orders.length > 0 || next !== null || search.before !== null || isNarrowed(search) ? (
        <Narrowing search={search} />
      ) : null}
      {orders.length > 0 ? (
        <ul className="orders">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} party={party} />
          ))}
        </ul>
      ) : (
        <Nothing search={search} goesOn={next !== null} />
      )}
      {search.before !== null || next !== null ? (
        <nav className="pages" aria-label="Pages">
          {search.before === null ? null : <Link to={ordersPath({ ...search, before: null })}>Newest</Link>}
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

function NeedsYou({ due, more }: { due: OrderCardView[]; more: boolean }) {
  return (
    <section className="mt-6">
      <h2>Needs you</h2>
      <ul className="lines">
        {due.map((order) => (
          <DueOrder key={order.id} order={order} />
        ))}
      </ul>
      {more ? (
        <p>
          <Link className="more" to={ordersPath({ party: "seller", show: "needs-you" })}>
            Show all that need you
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Search and filters; both live in the address. */
function Narrowing({ search }: { search: OrderSearch }) {
  const { party, show, q } = search;
  return (
    <div className="narrowing">
      <form className="find" action="/orders">
        {party === "seller" ? <input type="hidden" name="tab" value="selling" /> : null}
        {show === "all" ? null : <input type="hidden" name="status" value={show} />}
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
          placeholder="Id or title"
          autoComplete="off"
        />
        <button type="submit">
          <Icon name="search" />
          <span className="vh">Find orders</span>
        </button>
      </form>
      <nav className="chips" aria-label="Which orders">
        {shown.map(({ key, label }) => (
          <Link
            key={key}
            to={ordersPath({ party, show: key, q })}
            aria-current={key === show ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Nothing({ search, goesOn }: { search: OrderSearch; goesOn: boolean }) {
  const { party } = search;
  if (isNarrowed(search) || search.before !== null)
    return (
      <Empty
        title={goesOn ? "Nothing found yet" : "No orders fit"}
        text={
          goesOn
            ? "There are more orders than can be looked through at once: go on to the older ones."
            : "None of your orders fits this search or filter."
        }
      >
        <Link className="btn" to={ordersPath({ party })}>
          Show all
        </Link>
      </Empty>
    );
  return <div className="mt-6">{party === "buyer" ? <NoPurchases /> : <NoSales />}</div>;
}

function NoPurchases() {
  return (
    <Empty title="No orders yet" text="When you buy a service, it appears here with its due date.">
      <Link className="btn go" to="/">
        Explore Services
      </Link>
    </Empty>
  );
}

function NoSales() {
  const create = linkTo("/dashboard/create-gig");
  return (
    <Empty title="No sales yet" text="A clear title and one good picture are a fine beginning.">
      {create ? (
        <Link className="btn go" to={create.to}>
          Create a Gig
        </Link>
      ) : null}
    </Empty>
  );
}
