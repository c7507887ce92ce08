import { and, eq } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import { refusalOfSizes, refusalOfType, typeOfFile } from "#app/orders/order-file.ts";
import type { NewFile } from "#app/orders/orders.server.ts";
import { orderFiles } from "#drizzle/schema.ts";

export type OrderFile = typeof orderFiles.$inferSelect;
type Files = Capabilities["files"];

/** The files of an order, in the order of its events. */
export function list(db: Db, orderId: string): Promise<OrderFile[]> {
  return db
    .select()
    .from(orderFiles)
    .where(eq(orderFiles.orderId, orderId))
    .orderBy(orderFiles.seq, orderFiles.n);
}

/** One file of this order; null: it has none of that id. */
export async function find(db: Db, orderId: string, id: string): Promise<OrderFile | null> {
  const [file] = await db
    .select()
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return file ?? null;
}

/** Where the bytes of a file are kept in the bucket. */
export function keyOf(orderId: string, id: string): string {
  return `orders/${orderId}/${id}`;
}

/**
 * Keeps the bytes of files that are to come with a move; their rows are written by the move's own batch.
 * @returns a sentence when one of them may not be sent: none is kept then
 * @throws Error when the bucket fails
 */
export async function keep(
  files: Files,
  orderId: string,
  sent: File[],
): Promise<NewFile[] | { refusal: string }> {
  const refusal = refusalOfSizes(sent);
  if (refusal) return { refusal };
  const taken: { row: NewFile; file: File }[] = [];
  for (const file of sent) {
    const name = safeFileName(file.name);
    const type = typeOfFile(name, new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    if (!type) return { refusal: refusalOfType(name) };
    taken.push({ row: { id: crypto.randomUUID(), name, type, bytes: file.size }, file });
  }
  const rows = taken.map(({ row }) => row);
  const puts = await Promise.allSettled(
    taken.map(({ row, file }) => files.put(keyOf(orderId, row.id), file)),
  );
  const failed = puts.find((put) => put.status === "rejected");
  if (!failed) return rows;
  await forget(files, orderId, rows);
  throw failed.reason;
}

/** The move did not take place: nothing of its files stays. @throws Error when the bucket fails */
export async function forget(files: Files, orderId: string, kept: NewFile[]): Promise<void> {
  if (kept.length > 0) await files.forget(kept.map(({ id }) => keyOf(orderId, id)));
}
