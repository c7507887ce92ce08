import type { Log, Pictures } from "#app/context.ts";
import { placeholderColourOf } from "#app/lib/placeholder-colour.ts";
import {
  encodeGigPicture,
  encodePreview,
  encodeProfilePicture,
  type PictureFile,
  type Version,
} from "./picture-encoder.ts";
import { ifFree, writeOnce } from "./write-once.ts";

/**
 * Out of 100. Measured with the seed's covers: AVIF of this quality, made from the WebP, is as close to the
 * original as the WebP (39 dB at 960 px). It is a tenth smaller at 960 and 640 px, and a quarter smaller at
 * 320 px.
 */
const avifQuality = 50;

/**
 * The bucket's pictures and their encoder. A picture's largest WebP is its original: no larger file is
 * stored.
 */
export function pictures({ BUCKET, IMAGES }: Pick<Env, "BUCKET" | "IMAGES">, log: Log): Pictures {
  return {
    async makeAvif(key) {
      const versions = await webpOf(BUCKET, key);
      const original = versions[0] && (await BUCKET.get(versions[0].name));
      if (!original) throw new Error(`The bucket has no picture ${key}`);
      const bytes = await original.arrayBuffer();
      await Promise.all(
        versions.map(async ({ width, size }) => {
          const image = IMAGES.input(new Blob([bytes]).stream()).transform({ width });
          const encoded = await image.output({ format: "image/avif", quality: avifQuality });
          const avif = await encoded.response().arrayBuffer();
          if (avif.byteLength >= size) return;
          const httpMetadata = { contentType: "image/avif" };
          await BUCKET.put(`${key}/${width}.avif`, avif, { ...ifFree, httpMetadata });
        }),
      );
    },

    async storeProfilePicture(file, id) {
      const picture = await encodeProfilePicture(sentFile(file), IMAGES, log);
      if ("refused" in picture) return picture;
      await put(BUCKET, id, picture.versions);
      return { key: id };
    },

    async storeGigPicture(file, id, cut) {
      const picture = await encodeGigPicture(sentFile(file), cut, IMAGES, log);
      if ("refused" in picture) return picture;
      const key = `${id}-${picture.colour}`;
      await put(BUCKET, key, picture.versions);
      return { key };
    },

    async copyGigPicture(key, id) {
      const colour = placeholderColourOf(key);
      const copy = colour ? `${id}-${colour}` : id;
      let largest: { bytes: number; sha256: string } | null = null;
      for (const { name, width } of await webpOf(BUCKET, key)) {
        const stored = await BUCKET.get(name);
        if (!stored) return null;
        const content = { body: stored.body, bytes: stored.size };
        const to = `${copy}/${width}.webp`;
        const sha256 = await writeOnce(BUCKET, to, content, { contentType: "image/webp" });
        if (sha256 === null) throw new Error(`Another picture has the key ${copy}`);
        largest ??= { bytes: stored.size, sha256 };
      }
      return largest && { key: copy, ...largest };
    },

    async makePreview(key, size) {
      const name = `${key}/preview-${size}.webp`;
      const kept = await BUCKET.get(name);
      if (kept) return await kept.arrayBuffer();
      const file = await storedFile(BUCKET, key);
      const preview = file && (await encodePreview(file, size, IMAGES, log));
      if (preview) await BUCKET.put(name, preview, { httpMetadata: { contentType: "image/webp" } });
      return preview;
    },
  };
}

/** A file sent with a form. */
function sentFile(file: Blob): PictureFile {
  return {
    bytes: file.size,
    read: async (length) => new Uint8Array(await file.slice(0, length).arrayBuffer()),
  };
}

/** A file of the bucket; null if it is missing. */
async function storedFile(bucket: R2Bucket, key: string): Promise<PictureFile | null> {
  const stored = await bucket.head(key);
  if (!stored) return null;
  return {
    bytes: stored.size,
    async read(length) {
      const part = await bucket.get(key, length < stored.size ? { range: { offset: 0, length } } : {});
      if (!part) throw new Error("The file was deleted while it was read");
      return new Uint8Array(await part.arrayBuffer());
    },
  };
}

/**
 * Stores the versions of a picture, each once.
 * @throws Error if one of them fails or already exists with other bytes, after all have ended
 */
async function put(bucket: R2Bucket, key: string, versions: Version[]): Promise<void> {
  const putOne = async ({ width, webp }: Version) => {
    const content = { body: new Blob([webp]).stream(), bytes: webp.byteLength };
    const sha256 = await writeOnce(bucket, `${key}/${width}.webp`, content, { contentType: "image/webp" });
    if (sha256 === null) throw new Error(`Another picture has the key ${key}`);
  };
  const puts = await Promise.allSettled(versions.map(putOne));
  const failed = puts.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** The stored WebP versions of a picture, the largest first. */
async function webpOf(
  bucket: R2Bucket,
  key: string,
): Promise<{ name: string; width: number; size: number }[]> {
  const { objects } = await bucket.list({ prefix: `${key}/` });
  return objects
    .flatMap(({ key: name, size }) => {
      const width = /\/(\d+)\.webp$/.exec(name)?.[1];
      return width ? [{ name, width: Number(width), size }] : [];
    })
    .sort((a, b) => b.width - a.width);
}
