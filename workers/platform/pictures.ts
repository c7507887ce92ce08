import type { Log, Pictures } from "#app/context.ts";
import { profilePictureOf } from "./profile-pictures.ts";

/**
 * Of 100. WebP of the seed's covers is as far from the drawing as AVIF of this quality that is made of it (39 dB at 960 px), and
 * AVIF is smaller: by a tenth at 960 and 640 px, by a quarter at 320.
 */
const quality = 50;

/** The bucket's pictures and the encoder beside it. The largest WebP of a picture is its original: no larger one is kept. */
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
          const encoded = await image.output({ format: "image/avif", quality });
          const avif = await encoded.response().arrayBuffer();
          if (avif.byteLength >= size) return;
          const httpMetadata = { contentType: "image/avif" };
          await BUCKET.put(`${key}/${width}.avif`, avif, { httpMetadata });
        }),
      );
    },

    async storeProfilePicture(file) {
      const portrait = await profilePictureOf(file, IMAGES, log);
      if ("refused" in portrait) return portrait;
      const key = crypto.randomUUID();
      const httpMetadata = { contentType: "image/webp" };
      // All of them first: one that is still on its way would stay behind.
      const puts = await Promise.allSettled(
        portrait.versions.map(({ width, webp }) =>
          BUCKET.put(`${key}/${width}.webp`, webp, { httpMetadata }),
        ),
      );
      const failed = puts.find((put) => put.status === "rejected");
      if (failed) {
        await this.forget(key);
        throw failed.reason;
      }
      return { key };
    },

    async forget(key) {
      const { objects } = await BUCKET.list({ prefix: `${key}/` });
      if (objects.length > 0) await BUCKET.delete(objects.map((object) => object.key));
    },
  };
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
