import { type SQL, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { safeFileName } from "#app/lib/file-names.ts";
import {
  type FileLimits,
  type FileView,
  fileGone,
  headLength,
  notStored,
  refusalOfType,
  refusalToAdd,
  typeOfFile,
  wasOther,
} from "#app/uploads/private-file.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { withHead } from "#app/uploads/with-head.ts";

// Private files on their way to an order or a message (docs/specification.md#private-files). Each is an
// upload until the batch of its order or message uses it, so a form that is refused keeps its files.

/** Where files are sent to. */
export type Place = {
  purpose: uploads.UploadPurpose;
  /** What their keys begin with; their id follows. It ends with a slash. */
  folder: string;
  limits: FileLimits;
  /** A condition: a row of the product names the file with this id. */
  isUsed: (id: string) => SQL;
};

/** A stored file that a batch is about to use. `type`: its MIME type. */
export type NewFile = FileView & { type: string; ownerId: string };

/**
 * What a form brings. `kept`: ids of files that were sent before. `token`: names the form, so that the same
 * file in the same form is stored once.
 */
export type SentFiles = { files: File[]; kept: string[]; token: string };

/**
 * The files of a form that are stored, and why others are not, as sentences. `hasFailed`: the bucket did not
 * take one.
 */
export type Taken = { files: NewFile[]; refusals: string[]; hasFailed: boolean };

type Deps = Pick<Capabilities, "db" | "clock" | "files" | "log">;

/**
 * Takes the files of a form: those that were sent before, and new ones, which it stores as uploads. One that
 * is refused leaves the others.
 * @param others files that come with the same form in another field
 * @throws Error if the database fails
 */
export async function take(
  deps: Deps,
  ownerId: string,
  place: Place,
  sent: SentFiles,
  others: FileView[] = [],
): Promise<Taken> {
  const taken: Taken = { files: [], refusals: [], hasFailed: false };
  const kept = sent.kept.slice(0, place.limits.count);
  const found = await uploads.listPrivate(
    deps.db,
    ownerId,
    place.purpose,
    kept.map((id) => keyOf(place, id)),
  );
  if (found.length < kept.length) taken.refusals.push(fileGone);
  taken.files.push(...found.map((file) => ({ ...file, ownerId })));
  for (const file of sent.files) {
    const name = safeFileName(file.name);
    const refusal = refusalToAdd({ name, size: file.size }, [...others, ...taken.files], place.limits);
    if (refusal) {
      taken.refusals.push(refusal);
      continue;
    }
    const content = new Uint8Array(await file.arrayBuffer());
    const type = typeOfFile(name, content.subarray(0, headLength));
    if (!type) {
      taken.refusals.push(refusalOfType(name));
      continue;
    }
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    const id = await idOf(ownerId, place, `${sent.token} ${name} ${hash.join()}`);
    if (taken.files.some((other) => other.id === id)) continue;
    const stored = { id, name, type, bytes: file.size, ownerId };
    const result = await store(deps, place, stored, file.stream());
    if (result === "done") taken.files.push(stored);
    else taken.refusals.push(result === "other" ? wasOther(name) : notStored(name));
    taken.hasFailed ||= result === "failed";
  }
  return taken;
}

/**
 * A file that a page's script sends on its own. `bytes`: as the request declares. `token`: made by the script
 * for this file, the same for each attempt.
 */
export type StreamedFile = { name: string; bytes: number; token: string; body: ReadableStream<Uint8Array> };

/**
 * Stores one file as an upload while it arrives.
 * @returns `failed`: it did not arrive whole, or the bucket did not take it; it may be sent again
 * @throws Error if the database fails
 */
export async function takeOne(
  deps: Deps,
  ownerId: string,
  place: Place,
  { name: sentName, bytes, token, body }: StreamedFile,
): Promise<{ file: FileView } | { refusal: string } | "failed"> {
  const name = safeFileName(sentName);
  const refusal = refusalToAdd({ name, size: bytes }, [], place.limits);
  if (refusal) return { refusal };
  const { head, whole } = await withHead(body, headLength);
  const type = typeOfFile(name, head);
  if (!type) {
    await whole.cancel();
    return { refusal: refusalOfType(name) };
  }
  // With the name, which tells the type: under another one it is another file.
  const id = await idOf(ownerId, place, `${token} ${name}`);
  const file = { id, name, bytes };
  const result = await store(deps, place, { ...file, type, ownerId }, whole);
  if (result === "other") return { refusal: wasOther(name) };
  return result === "done" ? { file } : "failed";
}

/**
 * Stores the one file that a request brings (docs/specification.md#private-files). `name` and `token` are in
 * its address. @param body of the request
 */
export async function receive(
  deps: Deps,
  ownerId: string,
  place: Place,
  request: Request,
  body: ReadableStream<Uint8Array> | null,
): Promise<{ file: FileView } | { refusal: string } | "failed"> {
  const { searchParams } = new URL(request.url);
  const [name, token] = [searchParams.get("name"), searchParams.get("token")];
  const bytes = bytesOf(request);
  if (!name || !token || bytes === null || !body) return { refusal: unreadable };
  return await takeOne(deps, ownerId, place, { name, token, bytes, body });
}

const unreadable = "This file could not be read. Choose it again.";

/** How many bytes a request says that its body has; null if it does not say it. */
export function bytesOf(request: Request): number | null {
  const length = request.headers.get("Content-Length");
  return length !== null && /^\d{1,10}$/.test(length) ? Number(length) : null;
}

/** The key of a file in the bucket. */
export function keyOf({ folder }: Pick<Place, "folder">, id: string): string {
  return `${folder}${id}`;
}

/**
 * Stores a file once. One that was used, or waits to be, may come again because its answer was lost.
 * @returns `other`: it was stored before with other bytes, and stays as it is. `failed`: it did not arrive
 *   whole, or the bucket did not take it; it may be sent again
 * @throws Error if the database fails
 */
async function store(
  { db, clock, files, log }: Deps,
  place: Place,
  { id, ownerId, ...file }: NewFile,
  body: ReadableStream<Uint8Array>,
): Promise<"done" | "other" | "failed"> {
  const prefix = keyOf(place, id);
  const upload = { id, purpose: place.purpose, prefix, ...file };
  const isUsed = place.isUsed(id);
  await uploads.beginPrivate(db, ownerId, upload, isUsed, clock.now());
  let sha256: string | null;
  try {
    sha256 = await files.put(prefix, { body, bytes: file.bytes });
  } catch (error) {
    log("warn", "file not stored", { error: errorStack(error) });
    return "failed";
  }
  if (sha256 === null) return "other";
  if (await uploads.arrived(db, { id, sha256, bytes: file.bytes })) return "done";
  const [row] = await db.all<{ used: 0 | 1 }>(sql`select ${isUsed} as used`);
  return row?.used ? "done" : "failed";
}

/**
 * The id of a file, a UUID that only this user can make: the keys of its files begin with it, so a user who
 * could choose it could have another's files forgotten.
 */
async function idOf(ownerId: string, { folder }: Place, token: string): Promise<string> {
  return await uploads.derivedId(`${ownerId} ${folder} ${token}`);
}
