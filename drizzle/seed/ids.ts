import { createHash } from "node:crypto";

/**
 * A UUID in the form of version 5, the same in every seed.
 * @param ref a kind and a name, such as `gig:g001`
 */
export function idOf(ref: string): string {
  const hash = createHash("sha1").update(`handiwork/${ref}`).digest("hex");
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    variant + hash.slice(18, 20),
    hash.slice(20, 32),
  ].join("-");
}
