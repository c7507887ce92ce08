import { adminOrderPath } from "#app/admin/orders/order-filters.ts";
import { shortId } from "#app/orders/order.ts";

/** A link to an order's page in the console. */
export function OrderLink({ id }: { id: string }) {
  return (
    <a className="num" href={adminOrderPath(id)}>
      {`order #${shortId(id)}`}
    </a>
  );
}
