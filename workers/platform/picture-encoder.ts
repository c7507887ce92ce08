import type { Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { placeholderColourLike } from "#app/lib/placeholder-colour.ts";
import { type Cut, largestPicture, minGigWidth, type PictureRefusal } from "#app/uploads/picture.ts";
import { HeldBytes } from "./held-bytes.ts";
import { type Orientation, readPictureHeader, withoutApp1 } from "./picture-header.ts";
import { borderColour, mirrored } from "./picture-pixels.ts";

/**
 * The stored widths in px: the first for use next to a name, the others for larger places and sharper
 * screens.
 */
const profileWidths = [96, 320, 640];
const gigWidths = [320, 640, 960];
/** Out of 100. */
const quality = 80;
/**
 * The maximum width and height to which a mirrored picture is scaled before its pixels are mirrored, in px.
 */
const mirrorSize = 1280;
/** The width and height of the thumbnail whose border determines the background colour, in px. */
const groundSize = 48;
/**
 * Width times height. A larger picture is refused before anything decodes it (docs/architecture.md#pictures).
 */
const maxPixels = 50_000_000;

/**
 * How many of a file's first bytes are read for its header. If the header is longer, the whole file is read.
 */
const headBytes = 256 * 1024;

/**
 * The memory of the pictures that this isolate encodes. A file is in memory twice: once without its metadata.
 */
const held = perIsolate(() => new HeldBytes({ works: 3, bytes: 64 * 1024 * 1024 }));

/** A file that may be a picture. `read`: its first bytes, or all if it has fewer. */
export type PictureFile = {
  bytes: number;
  read(length: number): Promise<Uint8Array<ArrayBuffer>>;
};

/** A picture's versions, without metadata. */
export type Version = { width: number; webp: ArrayBuffer };
type Refused = { refused: PictureRefusal };

/**
 * A picture's preview as WebP, without its metadata. Null for any other file, a picture that cannot be
 * decoded, and one with too many pixels.
 * @param size its largest width and height, in px
 */
export async function encodePreview(
  file: PictureFile,
  size: number,
  images: ImagesBinding,
  log: Log,
): Promise<ArrayBuffer | null> {
  const encoded = await encodeWith(file, { most: null }, images, log, (encoder) =>
    encoder.encode({ width: size, height: size, fit: "scale-down" }, "image/webp"),
  );
  return encoded instanceof ArrayBuffer ? encoded : null;
}

/**
 * Encodes a square from the middle of a picture as WebP in each width.
 * @returns the versions, or why the file is refused
 */
export async function encodeProfilePicture(
  file: PictureFile,
  images: ImagesBinding,
  log: Log,
): Promise<{ versions: Version[] } | Refused> {
  return await encodeWith(file, { most: largestPicture }, images, log, async (encoder) => ({
    versions: await versionsOf(profileWidths, (width) =>
      encoder.encode({ width, height: width, fit: "cover", gravity: "center" }, "image/webp"),
    ),
  }));
}

/**
 * Encodes a picture of a gig as WebP of 4:3 in each width. `fit` shows the whole picture, on the colour of
 * its border.
 * @returns the versions and the class of the placeholder colour, or why the file is refused
 */
export async function encodeGigPicture(
  file: PictureFile,
  cut: Cut,
  images: ImagesBinding,
  log: Log,
): Promise<{ versions: Version[]; colour: string } | Refused> {
  const bounds = { most: largestPicture, minWidth: minGigWidth };
  return await encodeWith(file, bounds, images, log, async (encoder) => {
    const fit = cut === "fit" ? ("scale-down" as const) : ("cover" as const);
    const border = await encoder.encode({ width: groundSize, height: groundSize, fit }, "image/png");
    const ground = borderColour(border);
    const shape =
      cut === "fit"
        ? ({ fit: "pad", background: hexOf(ground) } as const)
        : ({ fit: "cover", gravity: "center" } as const);
    const versions = await versionsOf(gigWidths, (width) =>
      encoder.encode({ width, height: (width * 3) / 4, ...shape }, "image/webp"),
    );
    return { versions, colour: placeholderColourLike(ground) };
  });
}

/** `#rrggbb`. */
function hexOf(colour: number[]): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

async function versionsOf(
  widths: number[],
  encode: (width: number) => Promise<ArrayBuffer>,
): Promise<Version[]> {
  return await Promise.all(widths.map(async (width) => ({ width, webp: await encode(width) })));
}

/**
 * The limits of a picture's file. `most`: its size in bytes; null: any size. `minWidth`: the minimum width of
 * the upright picture, in px.
 */
type Bounds = { most: number | null; minWidth?: number };

/** Encodes one picture, upright. */
type Encoder = {
  encode(transform: ImageTransform, format: "image/webp" | "image/png"): Promise<ArrayBuffer>;
};

/**
 * Reads the header of a picture, and encodes it if it is allowed. At most three pictures are read and encoded
 * at once.
 * @throws Error if the encoder can't be reached
 */
async function encodeWith<Result>(
  source: PictureFile,
  bounds: Bounds,
  images: ImagesBinding,
  log: Log,
  work: (encoder: Encoder) => Promise<Result>,
): Promise<Result | Refused> {
  const { most, minWidth = 1 } = bounds;
  if (most !== null && source.bytes > most) return { refused: "too large" };
  const head = await source.read(headBytes);
  const refusal = refusalTo(readPictureHeader(head), minWidth);
  if (refusal && (refusal !== "broken" || head.length >= source.bytes)) return { refused: refusal };
  return await held.value.hold(2 * source.bytes, async () => {
    const file = head.length >= source.bytes ? head : await source.read(source.bytes);
    return await encodeFile(file, minWidth, images, log, work);
  });
}

async function encodeFile<Result>(
  file: Uint8Array<ArrayBuffer>,
  minWidth: number,
  images: ImagesBinding,
  log: Log,
  work: (encoder: Encoder) => Promise<Result>,
): Promise<Result | Refused> {
  const header = readPictureHeader(file);
  const refusal = refusalTo(header, minWidth);
  if (refusal || !header || header === "broken") return { refused: refusal ?? "broken" };
  try {
    return await work(await uprightEncoder(file, header, images));
  } catch (error) {
    // The encoder's own errors have a number and mean that it could not read the picture. Otherwise it could
    // not be reached.
    if (typeof (error as Partial<ImagesError>).code !== "number") throw error;
    log("warn", "picture not encoded", { bytes: file.length, error: errorStack(error) });
    return { refused: "broken" };
  }
}

/** Why a picture with this header is not encoded; null if it may be. @param minWidth upright, in px */
function refusalTo(header: ReturnType<typeof readPictureHeader>, minWidth: number): PictureRefusal | null {
  if (header === null) return "unknown type";
  if (header === "broken" || header.width === 0 || header.height === 0) return "broken";
  if (header.width * header.height > maxPixels) return "too many pixels";
  const width = header.turn % 180 === 0 ? header.width : header.height;
  return width < minWidth ? "too narrow" : null;
}

/**
 * The orientation is removed with the rest of EXIF and applied here, so the result does not depend on the
 * encoder. Not every encoder can mirror a picture, so its pixels are mirrored here.
 */
async function uprightEncoder(
  file: Uint8Array<ArrayBuffer>,
  { turn, isMirrored }: Orientation,
  images: ImagesBinding,
): Promise<Encoder> {
  const turned = encoderOf(new Blob(withoutApp1(file)), turn, images);
  if (!isMirrored) return turned;
  const small = { width: mirrorSize, height: mirrorSize, fit: "scale-down" } as const;
  // It is already rotated. Mirroring before a rotation equals mirroring after it along the other axis, if the
  // picture is now on its side.
  const png = await turned.encode(small, "image/png");
  return encoderOf(new Blob([mirrored(png, turn % 180 === 0 ? "across" : "down")]), 0, images);
}

function encoderOf(picture: Blob, turn: Orientation["turn"], images: ImagesBinding): Encoder {
  const rotation = turn === 0 ? {} : { rotate: turn };
  return {
    async encode(transform, format) {
      const image = images.input(picture.stream()).transform({ ...rotation, ...transform });
      const encoded = await image.output(
        format === "image/webp" ? { format, quality, anim: false } : { format },
      );
      return await encoded.response().arrayBuffer();
    },
  };
}
