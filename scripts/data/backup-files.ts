import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";

// A backup is a folder:
//   manifest.json          what the backup holds; written last, so a backup without it did not finish
//   tables/NAME.ndjson.gz  the rows of a table, a JSON array in each line
//   files.ndjson.gz        the files of the bucket, a JSON object in each line
//   files/ab/abcd…         their contents, named by their SHA-256

const lines = { rows: z.number().int().min(0), sha256: z.string().length(64) };

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** UTC, ISO 8601. No row is older than `startedAt` or newer than `endedAt`. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  source: z.string(),
  /** The migrations of the database, in their order. `sha256`: the hash of the applied file. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Each after the tables that it refers to. `sha256` is that of the lines, each with its newline. */
  tables: z.array(
    z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string().regex(/^\w+$/)), ...lines }),
  ),
  /** The highest number that each table has assigned to a row. */
  numbers: z.record(z.string(), z.number()),
  files: z.object({ ...lines, bytes: z.number() }),
});

export type Manifest = z.infer<typeof manifestSchema>;

const fileSchema = z.object({
  key: z.string(),
  size: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  contentType: z.string().nullable(),
});
/** A file of the bucket, as listed in the backup. */
export type BackedUpFile = z.infer<typeof fileSchema>;

export const manifestFile = (folder: string) => join(folder, "manifest.json");
export const tableFile = (folder: string, name: string) => join(folder, "tables", `${name}.ndjson.gz`);
export const fileList = (folder: string) => join(folder, "files.ndjson.gz");
export const contentFile = (folder: string, sha256: string) =>
  join(folder, "files", sha256.slice(0, 2), sha256);

export const sha256Of = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Counts and hashes lines, both those of a file and those read from the database. */
export class LineCount {
  rows = 0;
  readonly #hash: Hash = createHash("sha256");
  add(line: string): void {
    this.rows++;
    this.#hash.update(line).update("\n");
  }
  end(): { rows: number; sha256: string } {
    return { rows: this.rows, sha256: this.#hash.digest("hex") };
  }
}

/** Writes lines to a compressed file that no other user can read. */
export class LineWriter {
  readonly #count = new LineCount();
  readonly #gzip = createGzip({ level: 6 });
  readonly #written: Promise<void>;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#written = pipeline(this.#gzip, createWriteStream(file, { mode: 0o600, flush: true }));
    // The next write, or `end`, reports the failure.
    this.#written.catch(() => {});
  }

  async write(texts: string[]): Promise<void> {
    for (const text of texts) this.#count.add(text);
    if (texts.length === 0 || this.#gzip.write(`${texts.join("\n")}\n`)) return;
    await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }

  async end(): Promise<{ rows: number; sha256: string }> {
    this.#gzip.end();
    await this.#written;
    return this.#count.end();
  }
}

/** Reads the lines of a compressed file. @throws Error if it is missing, truncated or not such a file */
export async function* readLines(file: string): AsyncGenerator<string> {
  const text = new PassThrough();
  const done = pipeline(createReadStream(file), createGunzip(), text);
  done.catch((error) => text.destroy(error));
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
  await done;
  await finished(text);
}

export async function* readFileList(folder: string): AsyncGenerator<BackedUpFile> {
  for await (const line of readLines(fileList(folder))) yield fileSchema.parse(JSON.parse(line));
}

/** Writes the manifest, which completes a backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const draft = `${manifestFile(folder)}.part`;
  writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, manifestFile(folder));
}

/**
 * Checks every file of a backup against its manifest.
 * @throws Error that names the first file that is missing, truncated or changed
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const table of manifest.tables) await checkLines(tableFile(folder, table.name), table);
  await checkLines(fileList(folder), manifest.files);
  for await (const { key, size, sha256 } of readFileList(folder)) {
    const file = contentFile(folder, sha256);
    if (!existsSync(file)) throw new Error(`The backup cannot be used: ${file} is missing (${key}).`);
    const bytes = readFileSync(file);
    if (bytes.length !== size || sha256Of(bytes) !== sha256)
      throw new Error(`The backup cannot be used: ${file} is truncated or was changed (${key}).`);
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  const file = manifestFile(folder);
  if (!existsSync(file))
    throw new Error(`The backup cannot be used: ${file} is missing. The backup did not finish.`);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`The backup cannot be used: ${file} is not a backup manifest.\n${why}`);
  }
}

async function checkLines(file: string, expected: { rows: number; sha256: string }): Promise<void> {
  if (!existsSync(file)) throw new Error(`The backup cannot be used: ${file} is missing.`);
  const count = new LineCount();
  try {
    for await (const line of readLines(file)) count.add(line);
  } catch (error) {
    throw new Error(`The backup cannot be used: ${file} is truncated or was changed (${String(error)}).`);
  }
  const { rows, sha256 } = count.end();
  if (rows !== expected.rows || sha256 !== expected.sha256)
    throw new Error(
      `The backup cannot be used: ${file} was changed. It has ${rows} rows of ${expected.rows}.`,
    );
}
