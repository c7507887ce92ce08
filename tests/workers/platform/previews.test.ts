import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { forgetAll } from "#app/lib/isolate-memory.ts";
import { files } from "#workers/platform/files.ts";
import { pictures } from "#workers/platform/pictures.ts";
import { drawn } from "../../support/pictures.ts";

/** The pictures of a bucket and an encoder whose calls are counted. */
function countedPictures() {
  const counts = { encoded: 0, read: [] as number[] };
  const IMAGES = new Proxy(env.IMAGES, {
    get: (images, name) => (stream: ReadableStream) => {
      counts.encoded += 1;
      return Reflect.get(images, name).call(images, stream);
    },
  });
  const BUCKET = new Proxy(env.BUCKET, {
    get: (bucket, name) => {
      if (name !== "get") return Reflect.get(bucket, name).bind(bucket);
      return async (key: string, options?: { range?: { length: number } }) => {
        const object = await bucket.get(key, options as R2GetOptions);
        if (object) counts.read.push(options?.range?.length ?? object.size);
        return object;
      };
    },
  });
  return { counts, store: pictures({ IMAGES, BUCKET } as unknown as Env, () => {}) };
}

it("A preview is made once in each size, and is deleted with its file", async () => {
  const { store, counts } = countedPictures();
  const key = `orders/${crypto.randomUUID()}/${crypto.randomUUID()}`;
  await env.BUCKET.put(key, await drawn("image/png", { width: 1600, height: 1200 }));
  const first = await store.makePreview(key, 640);
  expect([await store.makePreview(key, 640), counts.encoded]).toEqual([first, 1]);
  await store.makePreview(key, 320);
  await store.makePreview(key, 320);
  expect(counts.encoded).toBe(2);
  await files(env.BUCKET).forgetAll(key);
  expect([(await env.BUCKET.list({ prefix: key })).objects, await store.makePreview(key, 640)]).toEqual([
    [],
    null,
  ]);
});

it("For a file that is not a picture, or has too many pixels, only the header is read", async () => {
  const { store, counts } = countedPictures();
  const bomb = new Uint8Array(10_000_000);
  bomb.set(await drawn("image/png"));
  // Its header says 60,000 × 60,000 pixels.
  for (const at of [16, 20]) new DataView(bomb.buffer).setUint32(at, 60_000);
  for (const file of [bomb, new Uint8Array(10_000_000)]) {
    counts.read.length = 0;
    const key = `orders/${crypto.randomUUID()}/${crypto.randomUUID()}`;
    await env.BUCKET.put(key, file);
    expect([await store.makePreview(key, 640), counts.read, counts.encoded]).toEqual([null, [256 * 1024], 0]);
  }
});

it("A picture with a header of more than 256 KB has a preview", async () => {
  const { store } = countedPictures();
  const jpeg = await drawn("image/jpeg");
  // Five segments of 64 KB, as those of a colour profile.
  const segment = new Uint8Array(65_537);
  segment.set([0xff, 0xe2, 0xff, 0xff]);
  const parts = [jpeg.slice(0, 2), ...Array.from({ length: 5 }, () => segment), jpeg.slice(2)];
  const key = `orders/${crypto.randomUUID()}/${crypto.randomUUID()}`;
  await env.BUCKET.put(key, new Blob(parts));
  expect(await store.makePreview(key, 320)).toBeInstanceOf(ArrayBuffer);
});

it("A new isolate has room for three previews, whatever an earlier one still encodes", {
  timeout: 25_000,
}, async () => {
  const key = `orders/${crypto.randomUUID()}/${crypto.randomUUID()}`;
  await env.BUCKET.put(key, await drawn("image/png"));
  const began = Promise.withResolvers<void>();
  let waiting = 0;
  const hung = () => {
    if (++waiting === 3) began.resolve();
    return new Promise(() => {});
  };
  const IMAGES = {
    input: () => ({ transform: () => ({ output: hung }) }),
  };
  const stuck = pictures({ IMAGES, BUCKET: env.BUCKET } as unknown as Env, () => {});
  for (let i = 0; i < 3; i++) void stuck.makePreview(key, 320);
  await began.promise;
  forgetAll();
  expect(await countedPictures().store.makePreview(key, 320)).toBeInstanceOf(ArrayBuffer);
});

it("Seven previews at once are read and encoded three at a time, within 64 MB", async () => {
  const now = { works: 0, most: 0 };
  const size = 10 * 1024 * 1024;
  const jpeg = await drawn("image/jpeg");
  const keys = Array.from({ length: 7 }, () => `orders/${crypto.randomUUID()}/${crypto.randomUUID()}`);
  const file = new Blob([jpeg, new Uint8Array(size - jpeg.length)]);
  for (const key of keys) await env.BUCKET.put(key, file);
  const BUCKET = new Proxy(env.BUCKET, {
    get: (bucket, name) => {
      if (name === "get")
        return async (key: string, options: R2GetOptions = {}) => {
          if (!options.range && !key.includes("preview")) now.most = Math.max(now.most, ++now.works);
          return await bucket.get(key, options);
        };
      return Reflect.get(bucket, name).bind(bucket);
    },
  });
  const IMAGES = new Proxy(env.IMAGES, {
    get: (images, name) => (stream: ReadableStream) => {
      // The encoder is the last to need the file.
      now.works -= 1;
      return Reflect.get(images, name).call(images, stream);
    },
  });
  const store = pictures({ IMAGES, BUCKET } as unknown as Env, () => {});
  const previews = await Promise.all(keys.map((key) => store.makePreview(key, 320)));
  expect(previews.every((preview) => preview instanceof ArrayBuffer)).toBe(true);
  expect(now.most).toBeLessThanOrEqual(3);
});
