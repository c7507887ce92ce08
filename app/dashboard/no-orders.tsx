import { Link } from "@remix-run/react";
import type { DashboardSeller } from "#app/dashboard/dashboard-seller.server.ts";
import { isNarrowed, type OrderSearch, ordersPath } from "#app/dashboard/order-search.ts";
import { RefusedNote } from "#app/dashboard/refused-note.tsx";
import { linkTo } from "#app/navigation.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  search: OrderSearch;
  /** Older orders were not searched yet. */
  hasOlder: boolean;
  seller: DashboardSeller;
};

/** An empty list: nothing found, nothing bought yet, or nothing sold yet. */
export function NoOrders({ search, hasOlder, seller }: Props) {
  const { party } = search;
  if (isNarrowed(search) || search.before !== null)
    return (
      <Empty
        title={hasOlder ? "No matches so far" : "No matching orders"}
        text={
          hasOlder
            ? "We can't search all your orders at once. Continue with the older ones."
            : "None of your orders match this search or filter."
        }
      >
        <Link className="btn" to={ordersPath({ party })}>
          Show all
        </Link>
      </Empty>
    );
  if (party === "seller" && seller.isRefused) return <RefusedNote seller={seller} />;
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
    <Empty title="No sales yet" text="A clear title and one good picture are a good start.">
      {create ? (
        <Link className="btn go" to={create.to}>
          Create a Gig
        </Link>
      ) : null}
    </Empty>
  );
}
