import type { Log, Placeholders } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { placeholderKeys } from "#app/lib/placeholders.ts";
import { within } from "#app/lib/reads.ts";

/** The bucket's keys are `placeholder-1/320.webp` …; the originals are static files, `/placeholders/1-320.webp` …. */
const pictures = placeholderKeys.flatMap((key) =>
  [320, 640].map((width) => ({
    key: `${key}/${width}.webp`,
    original: `/placeholders/${key.replace("placeholder-", "")}-${width}.webp`,
  })),
);
/** The one that is looked for (docs/specification.md#placeholder-setup). It is copied last, so that it stands for all of them. */
const looked = `${placeholderKeys[0]}/320.webp`;
/** How long a page waits for the bucket, in ms. */
const bound = 300;
/** After a failure, in ms: whoever asks meanwhile waits. */
const rest = 10_000;

/** What this isolate knows of a bucket. Times are the real clock's, in ms. */
type Known = { ready: boolean; failedAt: number };
const known = new WeakMap<R2Bucket, Known>();

/** The placeholder pictures of the bucket, remembered in the isolate once they are there. */
export function placeholders({ BUCKET, ASSETS }: Pick<Env, "BUCKET" | "ASSETS">, log: Log): Placeholders {
  const state = known.get(BUCKET) ?? { ready: false, failedAt: Number.NEGATIVE_INFINITY };
  known.set(BUCKET, state);
  return {
    async ready() {
      if (state.ready) return true;
      try {
        state.ready = (await within(bound, BUCKET.head(looked))) !== null;
      } catch (error) {
        log("warn", "placeholder check failed", { error: errorStack(error) });
      }
      return state.ready;
    },

    async create() {
      if (state.ready) return { created: 0 };
      const left = state.failedAt + rest - Date.now();
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

/** @returns how many were missing and are there now @throws Error when one of them could not be copied */
async function copy(bucket: R2Bucket, assets: Fetcher): Promise<number> {
  const copyOne = async ({ key, original }: (typeof pictures)[number]): Promise<number> => {
    if (await bucket.head(key)) return 0;
    const file = await assets.fetch(new URL(original, "https://assets.local"));
    if (!file.ok) throw new Error(`${original} answers ${file.status}`);
    await bucket.put(key, await file.arrayBuffer(), { httpMetadata: { contentType: "image/webp" } });
    return 1;
  };
  const isLooked = ({ key }: { key: string }) => key === looked;
  const first = await Promise.all(pictures.filter((picture) => !isLooked(picture)).map(copyOne));
  const last = await Promise.all(pictures.filter(isLooked).map(copyOne));
  return [...first, ...last].reduce((sum, one) => sum + one, 0);
}
