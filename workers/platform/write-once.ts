import { hex } from "#app/lib/bytes.ts";

/** A stream of bytes, which must contain as many as `bytes` says. */
export type Content = { body: ReadableStream<Uint8Array>; bytes: number };

/**
 * Stores bytes under a new key: stored bytes are never overwritten (docs/specification.md#private-files).
 * They are hashed as they pass, without holding all of them in memory.
 * @returns their SHA-256 in hex, even if the key already has the same bytes; null if it has different ones
 * @throws Error if the bucket fails, or if the stream is shorter or longer than stated
 */
export async function writeOnce(
  bucket: R2Bucket,
  key: string,
  { body, bytes }: Content,
  httpMetadata?: R2HTTPMetadata,
): Promise<string | null> {
  // The bucket must know the length before the last byte arrives.
  const { readable, writable } = new FixedLengthStream(bytes);
  const put = bucket.put(key, readable, { ...ifFree, httpMetadata });
  const [stored, sha256] = await Promise.all([put, passOn(body, writable, put)]);
  if (stored) return sha256;
  const before = await bucket.get(key);
  if (!before) throw new Error(`The file ${key} was deleted while it was sent again`);
  if (before.size !== bytes) {
    await before.body.cancel();
    return null;
  }
  const digest = newDigest();
  await before.body.pipeTo(digest);
  return hex(await digest.digest) === sha256 ? sha256 : null;
}

/** Options of a put that returns null if the key already has a file. */
export const ifFree: R2PutOptions = { onlyIf: { etagDoesNotMatch: "*" } };

/**
 * Pipes a stream into a put. @returns the SHA-256 of the whole stream, in hex
 * @throws Error if the stream breaks or the put fails
 */
async function passOn(
  body: ReadableStream<Uint8Array>,
  target: WritableStream<Uint8Array>,
  put: Promise<unknown>,
): Promise<string> {
  const digest = newDigest();
  const [reader, storing, hashing] = [body.getReader(), target.getWriter(), digest.getWriter()];
  // A refused put may leave the rest unread. It is hashed anyway.
  const unlessRefused = (writing: Promise<void>) => Promise.race([writing.catch(() => put), put]);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      await unlessRefused(storing.write(part.value));
      await hashing.write(part.value);
    }
    await unlessRefused(storing.close());
    await hashing.close();
    return hex(await digest.digest);
  } catch (error) {
    await Promise.allSettled([storing.abort(error), reader.cancel(error)]);
    throw error;
  }
}

/** A stream that computes the SHA-256 of what is written to it. The DOM types do not declare it. */
function newDigest(): DigestStream {
  return new (crypto as Crypto & { DigestStream: typeof DigestStream }).DigestStream("SHA-256");
}
