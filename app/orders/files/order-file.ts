import type { FileLimits, FileView } from "#app/uploads/private-file.ts";

/**
 * Limits for the files of one delivery, or of one set of answers, in bytes
 * (docs/specification.md#order-files).
 */
export const orderFileLimits: FileLimits = { count: 5, each: 20 * 1024 * 1024, together: 24 * 1024 * 1024 };

/** What pages show of a file. `seq`: the event that it came with. */
export type OrderFileView = FileView & { seq: number };

/** The address to which a page's script sends an order's files, one after another. */
export function orderFilesPath(orderId: string): string {
  return `/orders/${orderId}/files`;
}

/** The address of a file of an order. */
export function orderFilePath(orderId: string, fileId: string): string {
  return `${orderFilesPath(orderId)}/${fileId}`;
}
