import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";

/** A link to an order's page in the console. */
export function OrderLink({ id }: { id: string }) {
  return (
    <a className="num" href={href("/admin/orders/:id", { id })}>
      {`order #${shortId(id)}`}
    </a>
  );
}
