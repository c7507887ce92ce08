import type { Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { largestPicture, type PictureRefusal } from "#app/profiles/profile-picture.ts";
import { readPictureHeader, withoutApp1 } from "./picture-header.ts";

/** The stored widths in px: the first for beside a name, the others for larger places and finer screens. */
const widths = [96, 320, 640];
/** Of 100. */
const quality = 80;
/** The largest width and height of a preview, in px. */
const previewSize = 640;
/**
 * Width times height. A larger picture is refused before anything decodes it (docs/architecture.md#pictures).
 */
const maxPixels = 50_000_000;

/**
 * A picture's preview as WebP, without its metadata. Null for any other file, a picture that cannot be
 * decoded, and one with too many pixels.
 */
export async function encodePreview(
  file: Uint8Array<ArrayBuffer>,
  images: ImagesBinding,
  log: Log,
): Promise<ArrayBuffer | null> {
  const header = readPictureHeader(file);
  if (header === null || header === "broken" || header.width * header.height > maxPixels) return null;
  const rotation = header.turn === 0 ? {} : { rotate: header.turn };
  try {
    const image = images
      .input(new Blob(withoutApp1(file)).stream())
      .transform({ ...rotation, width: previewSize, height: previewSize, fit: "scale-down" });
    const encoded = await image.output({ format: "image/webp", quality, anim: false });
    return await encoded.response().arrayBuffer();
  } catch (error) {
    log("warn", "preview not encoded", { bytes: file.length, error: errorStack(error) });
    return null;
  }
}

type Version = { width: number; webp: ArrayBuffer };

/**
 * Encodes the middle square of a picture as WebP in each width.
 * @returns the versions, or why the file is refused
 */
export async function encodeProfilePicture(
  file: Uint8Array<ArrayBuffer>,
  images: ImagesBinding,
  log: Log,
): Promise<{ versions: Version[] } | { refused: PictureRefusal }> {
  if (file.length > largestPicture) return { refused: "too large" };
  const header = readPictureHeader(file);
  if (header === null) return { refused: "unknown type" };
  if (header === "broken" || header.width === 0 || header.height === 0) return { refused: "broken" };
  if (header.width * header.height > maxPixels) return { refused: "too many pixels" };
  // The orientation is removed with the rest of EXIF and applied here, so the result does not depend on the
  // encoder.
  const withoutExif = new Blob(withoutApp1(file));
  const rotation = header.turn === 0 ? {} : { rotate: header.turn };
  try {
    const versions = await Promise.all(
      widths.map(async (width) => {
        const image = images
          .input(withoutExif.stream())
          .transform({ ...rotation, width, height: width, fit: "cover", gravity: "center" });
        const encoded = await image.output({ format: "image/webp", quality, anim: false });
        return { width, webp: await encoded.response().arrayBuffer() };
      }),
    );
    return { versions };
  } catch (error) {
    log("warn", "profile picture not encoded", { bytes: file.length, error: errorStack(error) });
    return { refused: "broken" };
  }
}
