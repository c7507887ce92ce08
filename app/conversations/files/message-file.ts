import type { FileLimits, FileView } from "#app/uploads/private-file.ts";

/** Limits for the files of one message (docs/specification.md#message-files). Bytes. */
export const messageFileLimits: FileLimits = {
  count: 5,
  each: 10 * 1024 * 1024,
  together: 50 * 1024 * 1024,
};

/** A message in lists, emails and searches: its text, or the names of its files. */
export function previewOf(content: string, files: readonly Pick<FileView, "name">[]): string {
  if (content || files.length === 0) return [...content].slice(0, 200).join("");
  return files.length === 1 ? `File: ${files[0]?.name}` : `${files.length} files`;
}
