import { AdminFrame } from "#app/admin/admin-frame.tsx";
import type { ListedOrder } from "#app/admin/orders/order-list.server.ts";
import {
  adminOrderPath,
  adminOrdersPath,
  type OrderSearch,
  paymentStates,
  problems,
  refusalToOrderSearch,
  stages,
  statuses,
} from "#app/admin/orders/order-search.ts";
import { dateTime } from "#app/lib/dates.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { Empty } from "#app/ui/empty.tsx";

type Props = { search: OrderSearch; orders: ListedOrder[]; next: number | null; stuck: number | null };

/** The console's orders: found by id or person, narrowed by filters, the newest first. */
export function OrdersScreen({ search, orders, next, stuck }: Props) {
  return (
    <AdminFrame current="orders" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">Orders</h1>
      </div>
      <nav className="chips mt-5" aria-label="What is wrong">
        {[{ key: null, label: "All" }, ...problems].map(({ key, label }) => (
          <a
            key={label}
            href={adminOrdersPath({ ...search, show: key, before: null })}
            aria-current={key === search.show ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <Narrowing search={search} />
      {orders.length > 0 ? (
        <OrderTable orders={orders} />
      ) : (
        <Nothing search={search} goesOn={next !== null} />
      )}
      {search.before !== null || next !== null ? (
        <nav className="pages" aria-label="Pages">
          {search.before === null ? null : <a href={adminOrdersPath({ ...search, before: null })}>Newest</a>}
          {next === null ? null : (
            <a href={adminOrdersPath({ ...search, before: next })} rel="next">
              Older
            </a>
          )}
        </nav>
      ) : null}
    </AdminFrame>
  );
}

function Narrowing({ search }: { search: OrderSearch }) {
  return (
    <form className="narrowing" action="/admin/orders" noValidate>
      {search.show === null ? null : <input type="hidden" name="show" value={search.show} />}
      <label>
        <span className="tiny">Id or username</span>
        <input
          className="in"
          name="q"
          type="search"
          dir="auto"
          defaultValue={search.q}
          placeholder="91d0c4ee or somebody"
          autoComplete="off"
        />
      </label>
      <Choice name="status" label="Status" from={statuses} value={search.status} />
      <Choice name="payment" label="Payment" from={paymentStates} value={search.payment} />
      <Choice name="stage" label="Stage" from={stages} value={search.stage} />
      <button type="submit" className="btn">
        Show
      </button>
    </form>
  );
}

function Choice({
  name,
  label,
  from,
  value,
}: {
  name: string;
  label: string;
  from: readonly { key: string; label: string }[];
  value: string | null;
}) {
  return (
    <label>
      <span className="tiny">{label}</span>
      <select className="in" name={name} defaultValue={value ?? ""}>
        <option value="">Any</option>
        {from.map((one) => (
          <option key={one.key} value={one.key}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Nothing({ search, goesOn }: { search: OrderSearch; goesOn: boolean }) {
  const refusal = refusalToOrderSearch(search);
  if (refusal)
    return <Empty title={refusal} text="The beginning of an order's id, or the username of a party." />;
  return goesOn ? (
    <Empty
      title="Nothing yet"
      text="There are more orders than can be looked through at once: go on to the older ones."
    />
  ) : (
    <Empty title="No orders found" text="Try fewer filters, or another id or username." />
  );
}

function OrderTable({ orders }: { orders: ListedOrder[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label="Orders, scroll sideways">
      <table>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Buyer</th>
            <th scope="col">Seller</th>
            <th scope="col">State</th>
            <th scope="col">Price</th>
            <th scope="col">Placed</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <a className="num" href={adminOrderPath(order.id)}>
                  #{shortId(order.id)}
                </a>
                <p className="tiny muted">{order.title}</p>
              </td>
              <td>@{order.buyer}</td>
              <td>@{order.seller}</td>
              <td>
                <span className="row">
                  <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
                  <Trouble order={order} />
                </span>
                <p className="tiny muted">{stages.find(({ key }) => key === order.stage)?.label}</p>
              </td>
              <td className="num">{dollars(order.priceCents)}</td>
              <td className="num">{dateTime(order.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Trouble({ order }: { order: Pick<ListedOrder, "hold" | "late"> }) {
  const held = problems.find(({ key }) => key === order.hold);
  if (held) return <span className={`tag ${held.key === "dispute" ? "bad" : "wait"}`}>{held.label}</span>;
  return order.late ? <span className="tag bad">Late</span> : null;
}
