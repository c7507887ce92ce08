// Encodes the drawn pictures of the demo market. `npm run pictures` and its test use it; a seed stores what
// they wrote.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { galleries } from "../gallery.ts";
import { avatarKey, usersWithAvatar } from "../people.ts";
import { avatar } from "./avatars.mjs";
import { draw } from "./covers.mjs";

/**
 * How a width is encoded. `smartSubsample` costs three times as much, and only the small card pictures need
 * it.
 */
type Size = { width: number; quality: number; effort: number; smartSubsample?: boolean };

/** A picture in all its sizes. `hash` changes with the drawing and with the sizes. */
export type DemoPicture = {
  key: string;
  hash: string;
  widths: number[];
  encode(): Promise<{ width: number; webp: Buffer }[]>;
};

const mainSizes: Size[] = [
  { width: 960, quality: 64, effort: 6 },
  { width: 640, quality: 64, effort: 6 },
  { width: 320, quality: 58, effort: 6, smartSubsample: true },
];
/** Further pictures are shown beside the main one, never alone. */
const furtherSizes: Size[] = [
  { width: 640, quality: 64, effort: 6 },
  { width: 320, quality: 58, effort: 6 },
];
const avatarSizes: Size[] = [{ width: 96, quality: 70, effort: 6 }];

/** The pictures of all gigs and all avatars. */
export const demoPictures: DemoPicture[] = [
  ...[...galleries.values()].flatMap(({ main, further }) => [
    pictureOf(main.key, draw(main.drawing), mainSizes),
    ...further.map(({ key, drawing }) => pictureOf(key, draw(drawing), furtherSizes)),
  ]),
  ...usersWithAvatar.map((username) =>
    pictureOf(avatarKey(username), avatar(username, undefined, "face"), avatarSizes),
  ),
];

function pictureOf(key: string, svg: string, sizes: Size[]): DemoPicture {
  return {
    key,
    hash: createHash("sha256")
      .update(JSON.stringify([svg, sizes]))
      .digest("hex")
      .slice(0, 16),
    widths: sizes.map(({ width }) => width),
    async encode() {
      // Rendered once at the largest width, and at least at the drawing's own.
      const { width: drawnWidth = 640 } = await sharp(Buffer.from(svg)).metadata();
      const largest = Math.max(...sizes.map(({ width }) => width));
      const density = 72 * Math.max(1, largest / drawnWidth);
      const drawn = await sharp(Buffer.from(svg), { density })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return await Promise.all(
        sizes.map(async ({ width, ...encoding }) => {
          const resized = sharp(drawn.data, { raw: drawn.info }).resize(width);
          return { width, webp: await resized.webp(encoding).toBuffer() };
        }),
      );
    },
  };
}
