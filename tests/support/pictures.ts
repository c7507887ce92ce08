import { env } from "cloudflare:workers";
import { Page, shop, type Visitor } from "./visitor.ts";

type Format = "image/png" | "image/jpeg" | "image/webp" | "image/avif";

/** A picture of stripes or a plain colour, from left to right or from top to bottom. Sizes in px. */
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

/** A JPEG as a camera writes it that was held like this, with a place in it that nobody is to know. @param orientation EXIF, 1 to 8 */
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

/** The middle of an edge of a picture, red, green, blue. */
export async function colorAt(bytes: ArrayBuffer, gravity: "left" | "right" | "center"): Promise<number[]> {
  const image = env.IMAGES.input(new Blob([bytes]).stream()).transform({
    width: 1,
    height: 2,
    fit: "cover",
    gravity,
  });
  const png = new Uint8Array(await (await image.output({ format: "image/png" })).response().arrayBuffer());
  // One IDAT chunk after the header; the first pixel of a PNG stands for itself whatever the filter of its line.
  const start = new TextDecoder("latin1").decode(png).indexOf("IDAT") + 4;
  const data = png.slice(start, start + new DataView(png.buffer).getUint32(start - 8));
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return [...new Uint8Array(await new Response(plain).arrayBuffer()).slice(1, 4)];
}

/** Sends the form of /profile as a browser does, with a file. */
export async function sendProfile(
  who: Visitor,
  fields: Record<string, string>,
  file: { bytes: BlobPart; name?: string; type?: string } | null = null,
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { bytes = "", name = "", type = "application/octet-stream" } = file ?? {};
  body.set("avatar", new File([bytes], name, { type }));
  return await Page.of(await who.fetch("/profile", { method: "POST", body, headers: { Origin: shop } }));
}
