import type { Capabilities } from "#app/context.ts";
import { writeOnce } from "./write-once.ts";

/** The bucket as files. Private ones are served only by pages that check the viewer. */
export function files(bucket: R2Bucket): Capabilities["files"] {
  return {
    put: (key, content) => writeOnce(bucket, key, content),
    async open(key) {
      return (await bucket.get(key))?.body ?? null;
    },
    async forget(keys) {
      await bucket.delete(keys);
    },
    async forgetAll(prefix) {
      // A list has at most a thousand keys, the maximum of one deletion.
      for (let more = true; more; ) {
        const { objects, truncated } = await bucket.list({ prefix });
        if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
        more = truncated;
      }
    },
    async list(after, limit) {
      const { objects, truncated } = await bucket.list({
        limit,
        ...(after === null ? {} : { startAfter: after }),
      });
      return {
        files: objects.map(({ key, uploaded }) => ({ key, storedAt: uploaded.getTime() })),
        more: truncated,
      };
    },
  };
}
