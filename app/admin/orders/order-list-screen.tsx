import { FilterChips, FilterForm, FilterSelect, QueryField } from "#app/admin/filters.tsx";
import {
  adminOrdersPath,
  type OrderSearch,
  paymentStates,
  problems,
  refusalToOrderSearch,
  stages,
  statuses,
} from "#app/admin/orders/order-filters.ts";
import type { ListedOrder } from "#app/admin/orders/order-list.server.ts";
import { NoMatches, QueuePage } from "#app/admin/queue-page.tsx";
import { ScrollTable, TableRow } from "#app/admin/scroll-table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";

type Props = {
  search: OrderSearch;
  orders: ListedOrder[];
  /** The `before` of the next page; null on the last page. */
  next: number | null;
  stuck: number | null;
};

const columns = ["Order", "Buyer", "Seller", "State", "Price", "Placed"];

/** The console's list of orders: searched by id or username, with filters, newest first. */
export function OrdersScreen({ search, orders, next, stuck }: Props) {
  return (
    <QueuePage
      current="orders"
      stuck={stuck}
      title="Orders"
      filters={
        <>
          <FilterChips
            label="Needs attention"
            className="chips mt-5"
            chips={[{ key: null, label: "All" }, ...problems].map(({ key, label }) => ({
              label,
              to: adminOrdersPath({ ...search, show: key, before: null }),
              isCurrent: key === search.show,
            }))}
          />
          <SearchForm search={search} />
        </>
      }
      empty={
        orders.length > 0 ? null : (
          <NoMatches
            refusal={refusalToOrderSearch(search)}
            hint="The beginning of an order ID, or the username of its buyer or seller."
            hasOlder={next !== null}
            unfinished={{
              title: "No matches so far",
              text: "We can't search all orders at once. Continue with the older ones.",
            }}
            none={{ title: "No orders found", text: "Try fewer filters, or another ID or username." }}
          />
        )
      }
      pages={{
        newest: search.before === null ? null : adminOrdersPath({ ...search, before: null }),
        older: next === null ? null : adminOrdersPath({ ...search, before: next }),
      }}
    >
      <ScrollTable label="Orders" columns={columns}>
        {orders.map((order) => (
          <TableRow key={order.id} columns={columns}>
            <td>
              <a className="num" href={href("/admin/orders/:id", { id: order.id })}>
                {`#${shortId(order.id)}`}
              </a>
              <p className="tiny muted">{order.title}</p>
            </td>
            <td>{`@${order.buyer}`}</td>
            <td>{`@${order.seller}`}</td>
            <td>
              <span className="row">
                <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
                <ProblemTag order={order} />
              </span>
              <p className="tiny muted">{stages.find(({ key }) => key === order.stage)?.label}</p>
            </td>
            <td className="num">{dollars(order.priceCents)}</td>
            <td className="num">{dateTime(order.createdAt)}</td>
          </TableRow>
        ))}
      </ScrollTable>
    </QueuePage>
  );
}

function SearchForm({ search }: { search: OrderSearch }) {
  return (
    <FilterForm action="/admin/orders" className="narrowing" show={search.show}>
      <QueryField label="ID or username" value={search.q} placeholder="91d0c4ee or a username" />
      <FilterSelect name="status" label="Status" options={statuses} value={search.status} />
      <FilterSelect name="payment" label="Payment" options={paymentStates} value={search.payment} />
      <FilterSelect name="stage" label="Stage" options={stages} value={search.stage} />
      <button type="submit" className="btn">
        Show
      </button>
    </FilterForm>
  );
}

function ProblemTag({ order }: { order: Pick<ListedOrder, "hold" | "late"> }) {
  const held = problems.find(({ key }) => key === order.hold);
  if (held) return <span className={`tag ${held.key === "dispute" ? "bad" : "wait"}`}>{held.label}</span>;
  return order.late ? <span className="tag bad">Late</span> : null;
}
