import { type OrderFileView, orderFilePath, sizeText } from "#app/orders/order-file.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Files to fetch, each with its size. Plain links: what they lead to is no page. */
export function OrderFiles({ orderId, files }: { orderId: string; files: OrderFileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a className="row min-h-11 break-all" href={orderFilePath(orderId, id)} download>
            <Icon name="orders" />
            {name} <span className="muted small">{sizeText(bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
