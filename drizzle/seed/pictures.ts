import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type GalleryPicture, galleries } from "./gallery.ts";
import { portraitKey, portraits } from "./people.ts";
import { avatar } from "./pictures/avatars.mjs";
import { draw } from "./pictures/covers.mjs";
import { placeholderCount } from "./pictures/placeholders.mjs";

const placeholders = join(import.meta.dirname, "../../public/placeholders");

/** How a width is encoded. Clean edges of colour cost three times as much, and only the smallest picture of a card shows them. */
type Size = { width: number; quality: number; effort: number; smartSubsample?: boolean };

const mainSizes: Size[] = [
  { width: 960, quality: 64, effort: 2 },
  { width: 640, quality: 64, effort: 4 },
  { width: 320, quality: 58, effort: 4, smartSubsample: true },
];
/** Seen one at a time and later, if at all: they are not drawn as carefully. */
const furtherSizes: Size[] = [
  { width: 640, quality: 64, effort: 2 },
  { width: 320, quality: 58, effort: 2 },
];

/**
 * Draws every gig's pictures and every portrait as WebP, and stores them beside the placeholders (keys `{key}/{width}.webp`).
 * Uses all cores.
 */
export async function seedPictures(bucket: R2Bucket): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const store = (name: string, webp: Buffer) =>
    bucket.put(name, webp, { httpMetadata: { contentType: "image/webp" } });
  const hang = async ({ key, drawing }: GalleryPicture, sizes: Size[]): Promise<void> => {
    // Drawn once at the largest width; at 72 dots per inch a drawing is 640 wide.
    const density = (72 * Math.max(...sizes.map(({ width }) => width))) / 640;
    const drawn = await sharp(Buffer.from(draw(drawing)), { density })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const { width, ...how } of sizes) {
      const picture = sharp(drawn.data, { raw: drawn.info }).resize(width);
      await store(`${key}/${width}.webp`, await picture.webp(how).toBuffer());
    }
  };
  const work = [
    ...[...galleries.values()].flatMap(({ main, further }) => [
      () => hang(main, mainSizes),
      ...further.map((picture) => () => hang(picture, furtherSizes)),
    ]),
    ...portraits.map((username) => async () => {
      const picture = sharp(Buffer.from(avatar(username, undefined, "face"))).resize(96, 96);
      await store(
        `${portraitKey(username)}/96.webp`,
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
