import { extensionOf } from "#app/lib/file-names.ts";

/**
 * Limits for the files of one delivery, or of one set of answers (docs/specification.md#order-files). Bytes.
 */
export const fileLimits = { count: 5, each: 20 * 1024 * 1024, together: 24 * 1024 * 1024 };

/** How many files, how large each and all together, in bytes. */
export type FileLimits = typeof fileLimits;

/** What pages show of a file. `seq`: the event that it came with. Bytes. */
export type OrderFileView = { id: string; seq: number; name: string; bytes: number };

type Kind = { type: string; begins?: string[] };

const zip = ["504b0304", "504b0506"];
const office = "application/vnd.openxmlformats-officedocument";
const text = { type: "text/plain" };
const jpeg = { type: "image/jpeg", begins: ["ffd8ff"] };

/**
 * The allowed types by file extension. `begins`: the first bytes of such a file in hex, if they are known.
 */
const kinds: Record<string, Kind> = {
  jpg: jpeg,
  jpeg,
  png: { type: "image/png", begins: ["89504e47"] },
  gif: { type: "image/gif", begins: ["47494638"] },
  webp: { type: "image/webp", begins: ["52494646"] },
  avif: { type: "image/avif" },
  svg: { type: "image/svg+xml" },
  pdf: { type: "application/pdf", begins: ["25504446"] },
  txt: text,
  md: text,
  csv: { type: "text/csv" },
  docx: { type: `${office}.wordprocessingml.document`, begins: zip },
  xlsx: { type: `${office}.spreadsheetml.sheet`, begins: zip },
  pptx: { type: `${office}.presentationml.presentation`, begins: zip },
  zip: { type: "application/zip", begins: zip },
  psd: { type: "image/vnd.adobe.photoshop", begins: ["38425053"] },
  ai: { type: "application/postscript" },
  mp3: { type: "audio/mpeg" },
  wav: { type: "audio/wav", begins: ["52494646"] },
  mp4: { type: "video/mp4" },
  mov: { type: "video/quicktime" },
  webm: { type: "video/webm", begins: ["1a45dfa3"] },
};

/** For a file field's `accept`. */
export const acceptedFiles = Object.keys(kinds)
  .map((extension) => `.${extension}`)
  .join(",");

const allowed =
  "JPEG, PNG, GIF, WebP, AVIF, SVG, PSD, AI, PDF, TXT, MD, CSV, DOCX, XLSX, PPTX, ZIP, MP3, WAV, MP4, MOV or WebM";

/** The hint beside a file field. */
export const filesHint = hintFor(fileLimits);

/** The hint beside a file field with other limits. */
export function hintFor({ count, each, together }: FileLimits): string {
  const total = together < count * each ? ` and ${megabytes(together)} in total` : "";
  return `Up to ${count} files, ${megabytes(each)} each${total}: ${allowed}.`;
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}

/** The MIME type of a file, from its name and first bytes; null if the file is not allowed. */
export function typeOfFile(name: string, head: Uint8Array): string | null {
  const kind = kinds[extensionOf(name)];
  if (!kind) return null;
  const begin = [...head.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return !kind.begins || kind.begins.some((known) => begin.startsWith(known)) ? kind.type : null;
}

/**
 * Why these files are refused by number or size; null if they are within the limits. @param files sizes in
 * bytes
 */
export function refusalOfSizes(
  files: { name: string; size: number }[],
  limits: FileLimits = fileLimits,
): string | null {
  if (files.length > limits.count) return `Choose at most ${limits.count} files, not ${files.length}`;
  const large = files.find(({ size }) => size > limits.each);
  if (large) return `“${large.name}” is too large: a file can have at most ${megabytes(limits.each)}`;
  const together = files.reduce((bytes, { size }) => bytes + size, 0);
  if (together > limits.together)
    return `These files are ${sizeText(together)} in total: the limit is ${megabytes(limits.together)}`;
  const empty = files.find(({ size }) => size === 0);
  return empty ? `“${empty.name}” is empty` : null;
}

/** The refusal of a file whose type is not allowed, or whose content does not match its name. */
export function refusalOfType(name: string): string {
  return `“${name}” can't be sent. You can send ${allowed}.`;
}

/** What a file is, for its icon. */
export type FileKind = "picture" | "document" | "archive" | "sound" | "film";

/** The kind of a file, by the end of its name. */
export function kindOfFile(name: string): FileKind {
  const type = kinds[extensionOf(name)]?.type ?? "";
  if (type.startsWith("image/")) return "picture";
  if (type.startsWith("audio/")) return "sound";
  if (type.startsWith("video/")) return "film";
  return type === "application/zip" ? "archive" : "document";
}

/** True if a small version of this picture can be made (docs/specification.md#order-files). */
export function hasPreview(name: string): boolean {
  return ["jpg", "jpeg", "png", "webp", "avif"].includes(extensionOf(name));
}

/** `860 KB`, `2.1 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The address of a file of an order. */
export function orderFilePath(orderId: string, fileId: string): string {
  return `/orders/${orderId}/files/${fileId}`;
}

/** The address of a picture's small version. */
export function previewPath(orderId: string, fileId: string): string {
  return `${orderFilePath(orderId, fileId)}?preview=1`;
}
