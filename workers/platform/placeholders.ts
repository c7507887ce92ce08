import type { Log, Placeholders } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { placeholderKeys } from "#app/lib/placeholders.ts";
import { within } from "#app/lib/reads.ts";

/**
 * The bucket's keys are `placeholder-1/320.webp` …; the originals are static files,
 * `/placeholders/1-320.webp` ….
 */
const pictures = placeholderKeys.flatMap((key) =>
  [320, 640].map((width) => ({
    key: `${key}/${width}.webp`,
    original: `/placeholders/${key.replace("placeholder-", "")}-${width}.webp`,
  })),
);
/**
 * The only picture that is checked (docs/specification.md#placeholder-setup). It is copied last: if it
 * exists, all do.
 */
const lastCopied = `${placeholderKeys[0]}/320.webp`;
/** How long a page waits for the bucket, in ms. */
const checkTimeout = 300;
/** How long to wait after a failed attempt before the next one, in ms. */
const pauseAfterFailure = 10_000;

/** What this isolate knows about a bucket. `failedAt`: when the last copy failed, real UTC ms. */
type BucketState = { ready: boolean; failedAt: number };
const states = perIsolate(() => new WeakMap<R2Bucket, BucketState>());

/** The placeholder pictures of the bucket. The isolate remembers once they exist. */
export function placeholders({ BUCKET, ASSETS }: Pick<Env, "BUCKET" | "ASSETS">, log: Log): Placeholders {
  const state = states.value.get(BUCKET) ?? { ready: false, failedAt: Number.NEGATIVE_INFINITY };
  states.value.set(BUCKET, state);
  return {
    async ready() {
      if (state.ready) return true;
      try {
        state.ready = (await within(checkTimeout, BUCKET.head(lastCopied))) !== null;
      } catch (error) {
        log("warn", "placeholder check failed", { error: errorStack(error) });
      }
      return state.ready;
    },

    async create() {
      if (state.ready) return { created: 0 };
      const left = state.failedAt + pauseAfterFailure - Date.now();
      if (left > 0) return { wait: Math.ceil(left / 1000) };
      try {
        const created = await copy(BUCKET, ASSETS);
        state.ready = true;
        return { created };
      } catch (error) {
        state.failedAt = Date.now();
        throw error;
      }
    },
  };
}

/**
 * Copies the missing pictures from the static files.
 * @returns how many it copied
 * @throws Error if a copy fails
 */
async function copy(bucket: R2Bucket, assets: Fetcher): Promise<number> {
  const copyOne = async ({ key, original }: (typeof pictures)[number]): Promise<number> => {
    if (await bucket.head(key)) return 0;
    const file = await assets.fetch(new URL(original, "https://assets.local"));
    if (!file.ok) throw new Error(`${original} answers ${file.status}`);
    await bucket.put(key, await file.arrayBuffer(), { httpMetadata: { contentType: "image/webp" } });
    return 1;
  };
  const isLast = ({ key }: { key: string }) => key === lastCopied;
  const others = await Promise.all(pictures.filter((picture) => !isLast(picture)).map(copyOne));
  const last = await Promise.all(pictures.filter(isLast).map(copyOne));
  return [...others, ...last].reduce((sum, one) => sum + one, 0);
}
