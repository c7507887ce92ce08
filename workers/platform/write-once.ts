import { hex } from "#app/lib/bytes.ts";

/** Bytes on their way. The stream must bring as many as `bytes` says. */
export type Content = { body: ReadableStream<Uint8Array>; bytes: number };

/**
 * Stores bytes under a key that has none: what is stored is never written again
 * (docs/specification.md#private-files). They are hashed on their way, and only a part of them is held.
 * @returns their SHA-256 in hex, also if the key has the same bytes already; null if it has others
 * @throws Error if the bucket fails, or the stream brings fewer bytes or more than it says
 */
export async function writeOnce(
  bucket: R2Bucket,
  key: string,
  { body, bytes }: Content,
  httpMetadata?: R2HTTPMetadata,
): Promise<string | null> {
  // The bucket must know the length before the last byte has come.
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

/** Options of a put that is refused, with null, where the key has a file already. */
export const ifFree: R2PutOptions = { onlyIf: { etagDoesNotMatch: "*" } };

/**
 * Passes a stream on to a put. @returns the SHA-256 of all of it, in hex
 * @throws Error if the stream breaks off or the put fails
 */
async function passOn(
  body: ReadableStream<Uint8Array>,
  target: WritableStream<Uint8Array>,
  put: Promise<unknown>,
): Promise<string> {
  const digest = newDigest();
  const [reader, storing, hashing] = [body.getReader(), target.getWriter(), digest.getWriter()];
  // A refused put may leave the rest unread. It is hashed all the same.
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

/** SHA-256 of what is written to it. The DOM's types do not know it. */
function newDigest(): DigestStream {
  return new (crypto as Crypto & { DigestStream: typeof DigestStream }).DigestStream("SHA-256");
}
