/**
 * The methods of D1 that these scripts need, implemented by a binding and by the client of Cloudflare's API.
 */
export type Database = Pick<D1Database, "prepare" | "batch">;

/** A file of the bucket. `etag`: the MD5 of its bytes in hex, for files stored in one piece. */
export type StoredFile = { key: string; size: number; etag: string; contentType: string | null };

/** The methods of R2 that these scripts need. The product stores only a content type with a file. */
export type Bucket = {
  /** Lists all files, in the order of their keys. @throws Error about a file with other metadata */
  list(): AsyncGenerator<StoredFile>;
  /** Null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array, contentType: string | null): Promise<void>;
};

/** A database with its bucket: local or deployed. */
export type Store = {
  /** For people: "the local state in …". */
  name: string;
  db: Database;
  bucket: Bucket;
  close(): Promise<void>;
};

/**
 * @returns the content type that is stored with a file; null if there is none
 * @throws Error if more is stored, which a copy would lose
 */
export function contentTypeOf(key: string, http: object = {}, custom: object = {}): string | null {
  const { contentType = null, ...others } = http as { contentType?: string };
  const more = [...Object.entries(others), ...Object.entries(custom)].filter(([, value]) => value != null);
  if (more.length > 0)
    throw new Error(`The file ${key} has metadata that these scripts do not copy: ${more[0]?.[0]}.`);
  return contentType;
}
