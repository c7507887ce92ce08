import type { FileLimits, FileView } from "#app/uploads/private-file.ts";

/**
 * Limits for the files of one delivery, or of one set of answers, in bytes
 * (docs/specification.md#order-files).
 */
export const orderFileLimits: FileLimits = { count: 5, each: 20 * 1024 * 1024, together: 24 * 1024 * 1024 };

/** What pages show of a file. `seq`: the event that it came with. */
export type OrderFileView = FileView & { seq: number };
