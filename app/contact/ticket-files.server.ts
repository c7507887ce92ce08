import { and, asc, eq } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import {
  type FileLimits,
  headLength,
  filesHint as hintFor,
  refusalOfType,
  refusalToAdd,
  typeOfFile,
} from "#app/uploads/private-file.ts";
import type { NewFile } from "#app/uploads/private-files.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { ticketFiles } from "#drizzle/schema.ts";

/** Limits for the files of one ticket (docs/specification.md#contact), in bytes. */
const limits: FileLimits = { count: 3, each: 5 * 1024 * 1024, together: 15 * 1024 * 1024 };

/** The hint of the file field. */
export const filesHint = hintFor(limits);

/** The key of a file in the bucket. */
export function keyOf(ticketId: string, id: string): string {
  return `tickets/${ticketId}/${id}`;
}

/** The files of a ticket. */
export function list(db: Db, ticketId: string) {
  return db
    .select({ id: ticketFiles.id, name: ticketFiles.name, bytes: ticketFiles.bytes })
    .from(ticketFiles)
    .where(eq(ticketFiles.ticketId, ticketId))
    .orderBy(asc(ticketFiles.number));
}

/** One file of this ticket; null if it has no such file. */
export async function find(db: Db, ticketId: string, id: string) {
  const [file] = await db
    .select()
    .from(ticketFiles)
    .where(and(eq(ticketFiles.ticketId, ticketId), eq(ticketFiles.id, id)));
  return file ?? null;
}

/**
 * Stores the content of files, as uploads of this user. The batch that opens the ticket writes their rows.
 * @returns a refusal if one of them is not allowed; then none is stored
 * @throws Error if the bucket or the database fails
 */
export async function store(
  deps: Pick<Capabilities, "db" | "clock" | "files" | "log">,
  ownerId: string,
  ticketId: string,
  sent: File[],
): Promise<NewFile[] | { refusal: string }> {
  const accepted: { row: NewFile; file: File }[] = [];
  for (const file of sent) {
    const name = safeFileName(file.name);
    const others = accepted.map(({ row }) => row);
    const refusal = refusalToAdd({ name, size: file.size }, others, limits);
    if (refusal) return { refusal };
    const type = typeOfFile(name, new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
    if (!type) return { refusal: refusalOfType(name) };
    accepted.push({ row: { id: crypto.randomUUID(), name, type, bytes: file.size, ownerId }, file });
  }
  const rows = accepted.map(({ row }) => row);
  const begun = rows.map(({ id, bytes }) => ({
    id,
    bytes,
    purpose: "ticket_file" as const,
    prefix: keyOf(ticketId, id),
  }));
  await uploads.begin(deps.db, ownerId, begun, deps.clock.now());
  const puts = await Promise.allSettled(
    accepted.map(async ({ row: { id, bytes }, file }) => {
      const sha256 = await deps.files.put(keyOf(ticketId, id), { body: file.stream(), bytes });
      if (sha256 === null || !(await uploads.arrived(deps.db, { id, sha256, bytes })))
        throw new Error(`The file ${id} was not stored`);
    }),
  );
  const failed = puts.find((put) => put.status === "rejected");
  if (!failed) return rows;
  await drop(deps, rows);
  throw failed.reason;
}

/** Deletes stored files whose ticket was not opened. If it was opened after all, they stay. */
export function drop(deps: Parameters<typeof uploads.drop>[0], stored: NewFile[]): Promise<void> {
  return uploads.drop(
    deps,
    stored.map(({ id }) => id),
  );
}

/** Statements: make uploads the files of a ticket. There are none without files. */
export function added(db: Db, ticketId: string, files: NewFile[]) {
  if (files.length === 0) return [];
  const rows = files.map(({ ownerId, ...file }) => ({
    ...file,
    sha256: uploads.hashOf(file.id),
    ticketId,
  }));
  return [
    uploads.allUsable(db, files),
    db.insert(ticketFiles).values(rows),
    uploads.used(
      db,
      files.map(({ id }) => id),
    ),
  ];
}
