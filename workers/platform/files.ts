import type { Capabilities } from "#app/context.ts";

/** Private files in the bucket. Only pages that check the viewer serve them. */
export function files(bucket: R2Bucket): Capabilities["files"] {
  return {
    async put(key, file) {
      await bucket.put(key, file);
    },
    async open(key) {
      return (await bucket.get(key))?.body ?? null;
    },
    async forget(keys) {
      await bucket.delete(keys);
    },
  };
}
