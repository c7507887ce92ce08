import { env } from "cloudflare:workers";
import { decode } from "fast-png";
import { origin, Page, type Visitor } from "./visitor.ts";

type Format = "image/png" | "image/jpeg" | "image/webp" | "image/avif";

/**
 * Draws a picture of one colour, or of stripes from left to right or, with `down`, from top to bottom. Sizes
 * in px.
 */
export async function drawn(
  format: Format,
  { width = 300, height = 300, colors = ["#0a0"], down = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const share = 100 / colors.length;
  const stripes = colors.map((color, i) =>
    down
      ? `<rect y="${i * share}%" width="100%" height="${share}%" fill="${color}"/>`
      : `<rect x="${i * share}%" width="${share}%" height="100%" fill="${color}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stripes.join("")}</svg>`;
  const image = env.IMAGES.input(new Blob([svg]).stream());
  return new Uint8Array(await (await image.output({ format })).response().arrayBuffer());
}

/** Adds EXIF data to a JPEG, as a camera does: its orientation (1 to 8) and a private GPS position. */
export function asTaken(jpeg: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const words = new TextEncoder().encode("GPS 52.5200 N 13.4050 E");
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff, ...words];
  const length = body.length + 2;
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, ...body, ...jpeg.subarray(2)]);
}

/** The colour in the middle of an edge or of the picture, as [red, green, blue]. */
export async function colorAt(bytes: ArrayBuffer, gravity: "left" | "right" | "center"): Promise<number[]> {
  const image = env.IMAGES.input(new Blob([bytes]).stream()).transform({
    width: 1,
    height: 2,
    fit: "cover",
    gravity,
  });
  const png = new Uint8Array(await (await image.output({ format: "image/png" })).response().arrayBuffer());
  // There is one IDAT chunk. No filter changes the first pixel of a PNG.
  const start = new TextDecoder("latin1").decode(png).indexOf("IDAT") + 4;
  const data = png.slice(start, start + new DataView(png.buffer).getUint32(start - 8));
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return [...new Uint8Array(await new Response(plain).arrayBuffer()).slice(1, 4)];
}

/** Submits the form of /profile with a file, as a browser does. */
export async function sendProfile(
  owner: Visitor,
  fields: Record<string, string>,
  file: { bytes: BlobPart; name?: string; type?: string } | null = null,
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { bytes = "", name = "", type = "application/octet-stream" } = file ?? {};
  body.set("avatar", new File([bytes], name, { type }));
  return await Page.of(await owner.fetch("/profile", { method: "POST", body, headers: { Origin: origin } }));
}

/** Draws four quarters: top left, top right, bottom left, bottom right. */
export async function quarters(
  format: Format,
  { width = 400, height = 300 },
  colors: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = colors.map(
    (color, i) =>
      `<rect x="${(i % 2) * 50}%" y="${Math.floor(i / 2) * 50}%" width="50%" height="50%" fill="${color}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
  const image = env.IMAGES.input(new Blob([svg]).stream());
  return new Uint8Array(await (await image.output({ format })).response().arrayBuffer());
}

/** The pixels of a picture, by place: 0 to 1 from the left and from the top. */
export async function pixelsOf(bytes: ArrayBuffer) {
  const image = env.IMAGES.input(new Blob([bytes]).stream());
  const png = decode(await (await image.output({ format: "image/png" })).response().arrayBuffer());
  const at = (x: number, y: number) => {
    const [column, row] = [Math.floor(x * png.width), Math.floor(y * png.height)];
    const start = (row * png.width + column) * png.channels;
    return [...png.data.slice(start, start + 3)];
  };
  return { width: png.width, height: png.height, at };
}

/** A segment of a JPEG after its first two bytes: a comment, IPTC, or another block of metadata. */
export function withSegment(jpeg: Uint8Array, marker: number, text: string): Uint8Array<ArrayBuffer> {
  const words = new TextEncoder().encode(text);
  const length = words.length + 2;
  return new Uint8Array([0xff, 0xd8, 0xff, marker, length >> 8, length & 255, ...words, ...jpeg.subarray(2)]);
}
