import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type GalleryPicture, galleries } from "./gallery.ts";
import { avatarKey, usersWithAvatar } from "./people.ts";
import { avatar } from "./pictures/avatars.mjs";
import { draw } from "./pictures/covers.mjs";
import { placeholderCount } from "./pictures/placeholders.mjs";

const placeholders = join(import.meta.dirname, "../../public/placeholders");

/**
 * How a width is encoded. `smartSubsample` costs three times as much, and only the small card pictures need
 * it.
 */
type Size = { width: number; quality: number; effort: number; smartSubsample?: boolean };

const mainSizes: Size[] = [
  { width: 960, quality: 64, effort: 2 },
  { width: 640, quality: 64, effort: 4 },
  { width: 320, quality: 58, effort: 4, smartSubsample: true },
];
/** The sizes of further pictures. They are viewed less often, so they are encoded with less effort. */
const furtherSizes: Size[] = [
  { width: 640, quality: 64, effort: 2 },
  { width: 320, quality: 58, effort: 2 },
];

/**
 * Draws the pictures of all gigs and all avatars as WebP, and stores them and the placeholders as
 * `{key}/{width}.webp`. Uses all cores.
 */
export async function seedPictures(bucket: R2Bucket): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const store = (name: string, webp: Buffer) =>
    bucket.put(name, webp, { httpMetadata: { contentType: "image/webp" } });
  const storeDrawing = async ({ key, drawing }: GalleryPicture, sizes: Size[]): Promise<void> => {
    // Rendered once at the largest width. At a density of 72 a drawing is 640 px wide.
    const density = (72 * Math.max(...sizes.map(({ width }) => width))) / 640;
    const drawn = await sharp(Buffer.from(draw(drawing)), { density })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const { width, ...encoding } of sizes) {
      const picture = sharp(drawn.data, { raw: drawn.info }).resize(width);
      await store(`${key}/${width}.webp`, await picture.webp(encoding).toBuffer());
    }
  };
  const work = [
    ...[...galleries.values()].flatMap(({ main, further }) => [
      () => storeDrawing(main, mainSizes),
      ...further.map((picture) => () => storeDrawing(picture, furtherSizes)),
    ]),
    ...usersWithAvatar.map((username) => async () => {
      const picture = sharp(Buffer.from(avatar(username, undefined, "face"))).resize(96, 96);
      await store(
        `${avatarKey(username)}/96.webp`,
        await picture.webp({ quality: 70, effort: 4 }).toBuffer(),
      );
    }),
    ...Array.from({ length: placeholderCount }, (_, i) => async () => {
      for (const width of [320, 640]) {
        const file = join(placeholders, `${i + 1}-${width}.webp`);
        await store(`placeholder-${i + 1}/${width}.webp`, readFileSync(file));
      }
    }),
  ];
  const worker = async (): Promise<void> => {
    for (let next = work.pop(); next; next = work.pop()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
}
