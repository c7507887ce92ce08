import { Link } from "@remix-run/react";
import type { Party } from "#app/orders/order.ts";
import { OrderCard, type OrderCardView } from "#app/orders/order-card.tsx";
import { place } from "#app/places.ts";
import { Empty } from "#app/ui/empty.tsx";

const tabs: { party: Party; label: string; to: string }[] = [
  { party: "buyer", label: "Orders You've Purchased", to: "/orders" },
  { party: "seller", label: "Orders You're Selling", to: "/orders?tab=selling" },
];

/** The orders dashboard (spec.md section 2). `orders` is null when the list could not be read. */
export function OrdersScreen({ party, orders }: { party: Party; orders: OrderCardView[] | null }) {
  return (
    <div className="wrap page">
      <h1 className="stitch mb-5">Orders</h1>
      <nav className="tabs fit" aria-label="Orders">
        {tabs.map((tab) => (
          <Link key={tab.party} to={tab.to} aria-current={tab.party === party ? "page" : undefined}>
            {tab.label}
          </Link>
        ))}
      </nav>
      {orders && orders.length > 0 ? (
        <>
          <h2 className="vh">{tabs.find((tab) => tab.party === party)?.label}</h2>
          <ul className="orders">
            {orders.map((order) => (
              <OrderCard key={order.id} order={order} party={party} />
            ))}
          </ul>
        </>
      ) : (
        <div className="mt-6">{party === "buyer" ? <NoPurchases /> : <NoSales />}</div>
      )}
    </div>
  );
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
  const create = place("/dashboard/create-gig");
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
