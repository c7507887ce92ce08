import { type OrderFileView, orderFilePath, sizeText } from "#app/orders/files/order-file.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Links to files, with their sizes. Plain links, because a file is not a page of the router. */
export function FileList({ orderId, files }: { orderId: string; files: OrderFileView[] }) {
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
