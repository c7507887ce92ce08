import { useContext } from "react";
import { SmallPictures } from "#app/ui/small-pictures.ts";
import { FileIcon } from "#app/uploads/file-icon.tsx";
import { type FileView, hasPreview, kindOfFile, sizeText } from "#app/uploads/private-file.ts";

type Props = {
  files: FileView[];
  /** The address of a file. */
  pathOf: (id: string) => string;
  /** Shows small pictures above their names, except in Lite mode. */
  previews?: boolean;
};

/** Links to files, with their sizes. Plain links, because a file is not a page of the router. */
export function FileList({ files, pathOf, previews = false }: Props) {
  const small = useContext(SmallPictures);
  if (files.length === 0) return null;
  return (
    <ul className={previews ? "files stack" : "files"}>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a className="row min-h-11 break-all" href={pathOf(id)} download>
            {previews && !small && hasPreview(name) ? (
              <img src={`${pathOf(id)}?preview=1`} alt="" width={320} height={240} loading="lazy" />
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
