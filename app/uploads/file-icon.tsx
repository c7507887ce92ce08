import type { FileKind } from "#app/uploads/private-file.ts";

/** Path data on the grid of app/ui/icon-shapes.ts. Every page loads those icons, but not these. */
const shapes: Record<FileKind, string> = {
  document: "M6.5 3.5h7.5l4 4v13H6.5zM13.5 3.5V8H18M9.5 12.5h5M9.5 16h5",
  picture: "M4 5h16v14H4zM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 8.2v.1",
  archive: "M4 4.5h16V9H4zM5.5 9h13v11h-13zM10 12.5h4",
  sound:
    "M9 17.5V6l10-2v11.5M6.5 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM16.5 13a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  film: "M4 5.5h16v13H4zM10 9.5v5l4.5-2.5z",
};

/** A paper clip: attaches files. Put a text next to it. */
export function ClipIcon() {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M18.5 11.5l-6.7 6.7a4 4 0 0 1-5.7-5.7l7.4-7.4a2.7 2.7 0 0 1 3.8 3.8l-7 7a1.3 1.3 0 0 1-1.9-1.9l6.2-6.2" />
    </svg>
  );
}

/** The icon of a file, shown next to its name. */
export function FileIcon({ kind }: { kind: FileKind }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  );
}
