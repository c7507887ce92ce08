import { and, eq, inArray, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as forgottenFiles from "#app/files/forgotten-files.server.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import { refusalOfSizes, refusalOfType, typeOfFile } from "#app/orders/files/order-file.ts";
import type { NewFile } from "#app/orders/orders.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { orderFiles } from "#drizzle/schema.ts";

export type OrderFile = typeof orderFiles.$inferSelect;

/** The files of an order, by event. */
export function list(db: Db, orderId: string): Promise<OrderFile[]> {
  return db
    .select()
    .from(orderFiles)
    .where(eq(orderFiles.orderId, orderId))
    .orderBy(orderFiles.seq, orderFiles.number);
}

/** One file of this order; null if it has no such file. */
export async function find(db: Db, orderId: string, id: string): Promise<OrderFile | null> {
  const [file] = await db
    .select()
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return file ?? null;
}

/** The key of a file in the bucket. */
export function keyOf(orderId: string, id: string): string {
  return `orders/${orderId}/${id}`;
}

/**
 * Stores the content of files that come with a transition, as uploads of this user. The batch of the
 * transition writes their rows.
 * @returns a refusal if one of them is not allowed: none is stored then
 * @throws Error if the bucket or the database fails
 */
export async function store(
  deps: Pick<Capabilities, "db" | "clock" | "files" | "log">,
  ownerId: string,
  orderId: string,
  sent: File[],
): Promise<NewFile[] | { refusal: string }> {
  const refusal = refusalOfSizes(sent);
  if (refusal) return { refusal };
  const accepted: { row: NewFile; file: File }[] = [];
  for (const file of sent) {
    const name = safeFileName(file.name);
    const type = typeOfFile(name, new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    if (!type) return { refusal: refusalOfType(name) };
    accepted.push({ row: { id: crypto.randomUUID(), name, type, bytes: file.size, ownerId }, file });
  }
  const rows = accepted.map(({ row }) => row);
  const begun = rows.map(({ id, bytes }) => ({
    id,
    bytes,
    purpose: "order_file" as const,
    prefix: keyOf(orderId, id),
  }));
  await uploads.begin(deps.db, ownerId, begun, deps.clock.now());
  const puts = await Promise.allSettled(
    accepted.map(({ row, file }) => deps.files.put(keyOf(orderId, row.id), file)),
  );
  const failed = puts.find((put) => put.status === "rejected");
  if (!failed) return rows;
  await drop(deps, rows);
  throw failed.reason;
}

/** Drops stored files whose transition was not made. If it was made after all, they stay. */
export function drop(deps: Parameters<typeof uploads.drop>[0], stored: NewFile[]): Promise<void> {
  return uploads.drop(
    deps,
    stored.map(({ id }) => id),
  );
}

/**
 * Statements: the files of a user's orders are forgotten where both parties have deleted their accounts. They
 * come after the statement that deletes the account. @param at UTC ms
 */
export function withBothPartiesForgotten(db: Db, userId: string, at: number) {
  const withoutParties = sql`(select id from orders where (buyer_id = ${userId} or seller_id = ${userId})
    and not exists (select 1 from users where users.id in (buyer_id, seller_id) and deleted_at is null))`;
  const prefixes = sql`select 'orders/' || order_id || '/' prefix from order_files where order_id in ${withoutParties}`;
  return [
    forgottenFiles.noted(db, prefixes, at),
    db.delete(orderFiles).where(inArray(orderFiles.orderId, withoutParties)),
  ] as const;
}
