import { extensionOf } from "#app/lib/file-names.ts";

/** What pages show of a private file. Sizes are in bytes. */
export type FileView = { id: string; name: string; bytes: number };

/** How many files can be sent together, and the maximum size of each and of all of them, in bytes. */
export type FileLimits = { count: number; each: number; together: number };

/** How many of a file's first bytes are checked for its type. */
export const headLength = 512;

/** `begins`: whether a file of this type can start with these bytes. */
type Kind = { type: string; begins: (head: Uint8Array) => boolean };

const ascii = (head: Uint8Array, from: number, text: string) =>
  [...text].every((sign, index) => head[from + index] === sign.charCodeAt(0));
const begin = (...texts: string[]): Kind["begins"] => {
  return (head) => texts.some((text) => ascii(head, 0, text));
};
const riff = (form: string): Kind["begins"] => {
  return (head) => ascii(head, 0, "RIFF") && ascii(head, 8, form);
};
/** A container of ISO/IEC 14496-12: a box whose type starts at its fifth byte. */
const boxes = (...types: string[]): Kind["begins"] => {
  return (head) => types.some((type) => ascii(head, 4, type));
};

const zip = begin("PK\x03\x04", "PK\x05\x06");
const office = "application/vnd.openxmlformats-officedocument";
// A program or picture with a false extension has a NUL byte early on; UTF-16 starts with a byte order mark.
const isText: Kind["begins"] = (head) =>
  !head.includes(0) || begin("\xff\xfe", "\xfe\xff", "\xef\xbb\xbf")(head);
const text = { type: "text/plain", begins: isText };
const jpeg = { type: "image/jpeg", begins: begin("\xff\xd8\xff") };

/** The allowed types by file extension. */
const kinds: Record<string, Kind> = {
  jpg: jpeg,
  jpeg,
  png: { type: "image/png", begins: begin("\x89PNG") },
  gif: { type: "image/gif", begins: begin("GIF8") },
  webp: { type: "image/webp", begins: riff("WEBP") },
  avif: { type: "image/avif", begins: boxes("ftyp") },
  svg: { type: "image/svg+xml", begins: isText },
  pdf: { type: "application/pdf", begins: begin("%PDF") },
  txt: text,
  md: text,
  csv: { type: "text/csv", begins: isText },
  docx: { type: `${office}.wordprocessingml.document`, begins: zip },
  xlsx: { type: `${office}.spreadsheetml.sheet`, begins: zip },
  pptx: { type: `${office}.presentationml.presentation`, begins: zip },
  zip: { type: "application/zip", begins: zip },
  psd: { type: "image/vnd.adobe.photoshop", begins: begin("8BPS") },
  ai: { type: "application/postscript", begins: begin("%PDF", "%!PS") },
  mp3: {
    type: "audio/mpeg",
    begins: (head) => ascii(head, 0, "ID3") || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  },
  wav: { type: "audio/wav", begins: riff("WAVE") },
  mp4: { type: "video/mp4", begins: boxes("ftyp") },
  mov: { type: "video/quicktime", begins: boxes("ftyp", "moov", "mdat", "wide", "free", "skip") },
  webm: { type: "video/webm", begins: begin("\x1aE\xdf\xa3") },
};

/** For a file field's `accept`. */
export const acceptedFiles = Object.keys(kinds)
  .map((extension) => `.${extension}`)
  .join(",");

const allowed =
  "JPEG, PNG, GIF, WebP, AVIF, SVG, PSD, AI, PDF, TXT, MD, CSV, DOCX, XLSX, PPTX, ZIP, MP3, WAV, MP4, MOV or WebM";

/** The maximum total size of the files in one form, in bytes. With scripts, each file has its own request. */
export const maxInForm = 24 * 1024 * 1024;

/** The hint for a file field. */
export function filesHint({ count, each, together }: FileLimits): string {
  const plain = together > maxInForm ? ` (${megabytes(maxInForm)} without JavaScript)` : "";
  return `Up to ${count} files, ${megabytes(each)} each and ${megabytes(together)} in total${plain}: ${allowed}.`;
}

/** The MIME type of a file, from its name and first bytes; null if the file is not allowed. */
export function typeOfFile(name: string, head: Uint8Array): string | null {
  const kind = kinds[extensionOf(name)];
  return kind?.begins(head) ? kind.type : null;
}

/**
 * Why a file cannot be added, because of its size or the number of files
 * (docs/specification.md#private-files).
 * @param others the earlier files, sizes in bytes
 * @returns null if it can be added
 */
export function refusalToAdd(
  { name, size }: { name: string; size: number },
  others: readonly { bytes: number }[],
  { count, each, together }: FileLimits,
): string | null {
  if (size === 0) return `“${name}” is empty`;
  if (size > each) return `“${name}” is too large: a file can be at most ${megabytes(each)}`;
  if (others.length >= count) return `“${name}” is one too many: you can send at most ${count} files`;
  const sum = others.reduce((bytes, other) => bytes + other.bytes, size);
  if (sum <= together) return null;
  return `“${name}” does not fit: the files are ${sizeText(sum)} in total, and the limit is ${megabytes(together)}`;
}

/** The refusal of a file whose type is not allowed, or whose content does not match its name. */
export function refusalOfType(name: string): string {
  return `“${name}” can't be sent. You can send ${allowed}.`;
}

/** The refusal of a file that could not be stored in the bucket. */
export function notStored(name: string): string {
  return `“${name}” could not be stored. Choose it again, or continue without it.`;
}

/** The refusal of different bytes under the token of a stored file: files are never overwritten. */
export function wasOther(name: string): string {
  return `“${name}” was sent before with different content. Choose it again.`;
}

/** The refusal of an earlier upload that no form has used within a day. */
export const fileGone = "A file no longer exists. Choose it again.";

/** The kind of a file, which selects its icon. */
export type FileKind = "picture" | "document" | "archive" | "sound" | "film";

/** The kind of a file, by its extension. */
export function kindOfFile(name: string): FileKind {
  const type = kinds[extensionOf(name)]?.type ?? "";
  if (type.startsWith("image/")) return "picture";
  if (type.startsWith("audio/")) return "sound";
  if (type.startsWith("video/")) return "film";
  return type === "application/zip" ? "archive" : "document";
}

/** True if a small version of this picture can be made (docs/specification.md#private-files). */
export function hasPreview(name: string): boolean {
  return ["jpg", "jpeg", "png", "webp", "avif"].includes(extensionOf(name));
}

/** `860 KB`, `2.1 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
