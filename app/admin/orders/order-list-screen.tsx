import { Chips } from "#app/admin/chips.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { Filters } from "#app/admin/filters.tsx";
import type { ListPage } from "#app/admin/list-page.server.ts";
import {
  adminOrdersPath,
  type OrderSearch,
  paymentStates,
  problems,
  stages,
  statuses,
} from "#app/admin/orders/order-filters.ts";
import type { ListedOrder } from "#app/admin/orders/order-list.server.ts";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";

type Props = ListPage<ListedOrder> & { search: OrderSearch };

/** The columns that every list of orders has. */
export const orderColumns = {
  order: {
    label: "Order",
    cell: ({ id, title }) => (
      <>
        <a className="num" href={href("/admin/orders/:id", { id })}>
          {`#${shortId(id)}`}
        </a>
        <p className="tiny muted">{title}</p>
      </>
    ),
  },
  price: { label: "Price", kind: "num", cell: ({ priceCents }) => dollars(priceCents) },
  placed: { label: "Placed", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
} satisfies Record<string, Column<Pick<ListedOrder, "id" | "title" | "priceCents" | "createdAt">>>;

const columns: Column<ListedOrder>[] = [
  orderColumns.order,
  { label: "Buyer", cell: ({ buyer }) => accountName(buyer) },
  { label: "Seller", cell: ({ seller }) => accountName(seller) },
  {
    label: "State",
    cell: (order) => (
      <>
        <span className="row">
          <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
          <ProblemTag order={order} />
        </span>
        <p className="tiny muted">{stages.find(({ key }) => key === order.stage)?.label}</p>
      </>
    ),
  },
  orderColumns.price,
  orderColumns.placed,
];

/** The console's list of orders: searched by id or person, with filters. */
export function OrdersScreen({ search, shown, next }: Props) {
  const { show, status, payment, stage, order } = search;
  return (
    <QueuePage
      current="orders"
      title="Orders"
      aside={<ExportLink kind="orders" search={search} />}
      filters={
        <>
          <Chips
            label="Needs attention"
            choices={[{ key: null, label: "All" }, ...problems]}
            current={show}
            to={(key) => adminOrdersPath({ ...search, show: key, after: null })}
          />
          <Filters
            path="/admin/orders"
            text={{ label: "Find orders", value: search.q, placeholder: "ID, username, email or Stripe ID" }}
            selects={[
              { name: "status", label: "Status", choices: statuses, value: status },
              { name: "payment", label: "Payment", choices: paymentStates, value: payment },
              { name: "stage", label: "Stage", choices: stages, value: stage },
            ]}
            order={order}
            kept={{ show }}
          />
        </>
      }
      empty={
        shown.length > 0 ? null : (
          <NoMatches
            q={search.q}
            hint="The beginning of an order ID, the username or email of its buyer or seller, or Stripe’s ID of a payment, refund, dispute or transfer."
            isUnfinished={next !== null}
            none={{ title: "No orders found", text: "Try fewer filters, or another ID or person." }}
          />
        )
      }
      pages={pagesOf(adminOrdersPath, search, next)}
    >
      <Table label="Orders" columns={columns} rows={shown} keyOf={({ id }) => id} />
    </QueuePage>
  );
}

function ProblemTag({ order }: { order: Pick<ListedOrder, "hold" | "late"> }) {
  const held = problems.find(({ key }) => key === order.hold);
  if (held) return <span className={`tag ${held.key === "dispute" ? "bad" : "wait"}`}>{held.label}</span>;
  return order.late ? <span className="tag bad">Late</span> : null;
}
