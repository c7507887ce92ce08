import type { Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { largestPicture, type PictureRefusal } from "#app/profiles/profile-picture.ts";
import { pictureHeader, withoutApp1 } from "./picture-header.ts";

/** What is stored of a portrait, in px: the first for beside a name, the others for larger places and finer screens. */
const widths = [96, 320, 640];
/** Of 100. */
const quality = 80;
/** Width times height: a larger one is refused before anything decodes it (docs/architecture.md#pictures). */
const mostPixels = 50_000_000;

type Version = { width: number; webp: ArrayBuffer };

/** The middle of a picture as a square, in each width; or why the file is none. */
export async function profilePictureOf(
  file: Uint8Array<ArrayBuffer>,
  images: ImagesBinding,
  log: Log,
): Promise<{ versions: Version[] } | { refused: PictureRefusal }> {
  if (file.length > largestPicture) return { refused: "too large" };
  const header = pictureHeader(file);
  if (header === null) return { refused: "unknown type" };
  if (header === "broken" || header.width === 0 || header.height === 0) return { refused: "broken" };
  if (header.width * header.height > mostPixels) return { refused: "too many pixels" };
  // Turned by us, from bytes that no longer say how: so it stands upright whether or not the encoder would have seen to that.
  const plain = new Blob(withoutApp1(file));
  const upright = header.turn === 0 ? {} : { rotate: header.turn };
  try {
    const versions = await Promise.all(
      widths.map(async (width) => {
        const image = images
          .input(plain.stream())
          .transform({ ...upright, width, height: width, fit: "cover", gravity: "center" });
        const encoded = await image.output({ format: "image/webp", quality, anim: false });
        return { width, webp: await encoded.response().arrayBuffer() };
      }),
    );
    return { versions };
  } catch (error) {
    log("warn", "portrait not encoded", { bytes: file.length, error: errorStack(error) });
    return { refused: "broken" };
  }
}
