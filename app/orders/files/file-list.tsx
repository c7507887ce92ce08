import { useContext } from "react";
import { FileIcon } from "#app/orders/files/file-icon.tsx";
import {
  hasPreview,
  kindOfFile,
  type OrderFileView,
  orderFilePath,
  previewPath,
  sizeText,
} from "#app/orders/files/order-file.ts";
import { SmallPictures } from "#app/ui/small-pictures.ts";

type Props = {
  orderId: string;
  files: OrderFileView[];
  /** Shows pictures small above their names; not in Lite. */
  previews?: boolean;
};

/** Links to files, with their sizes. Plain links, because a file is not a page of the router. */
export function FileList({ orderId, files, previews = false }: Props) {
  const small = useContext(SmallPictures);
  if (files.length === 0) return null;
  return (
    <ul className={previews ? "files stack" : "files"}>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a className="row min-h-11 break-all" href={orderFilePath(orderId, id)} download>
            {previews && !small && hasPreview(name) ? (
              <img src={previewPath(orderId, id)} alt="" width={320} height={240} loading="lazy" />
            ) : null}
            <FileIcon kind={kindOfFile(name)} />
            <span className="min-w-0 flex-1">
              {`${name} `}
              <span className="muted small whitespace-nowrap">{sizeText(bytes)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
