import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Cut } from "#app/uploads/picture.ts";
import { pictures } from "#workers/platform/pictures.ts";
import { asTaken, drawn, pixelsOf, quarters, withSegment } from "../../support/pictures.ts";

const store = pictures(env, () => {});

async function stored(file: Uint8Array<ArrayBuffer>, cut: Cut = "fill") {
  const id = crypto.randomUUID();
  const picture = await store.storeGigPicture(new Blob([file]), id, cut);
  if ("refused" in picture) throw new Error(picture.refused);
  const { objects } = await env.BUCKET.list({ prefix: `${picture.key}/` });
  const files = await Promise.all(
    objects.map(async ({ key }) => {
      const bytes = await (await env.BUCKET.get(key))?.arrayBuffer();
      return { name: key.slice(picture.key.length + 1), bytes: bytes ?? new ArrayBuffer(0) };
    }),
  );
  const largest = files.find(({ name }) => name === "960.webp");
  if (!largest) throw new Error("The largest version is missing");
  return { key: picture.key, id, files, pixels: await pixelsOf(largest.bytes) };
}

const [red, green, blue, yellow] = ["#f00", "#0f0", "#00f", "#ff0"];
const nameOf = ([r = 0, g = 0, b = 0]: number[]) =>
  r > 150 && g > 150 ? yellow : r > 150 ? red : g > 150 ? green : b > 150 ? blue : `${r} ${g} ${b}`;

/**
 * What a camera stores of red, green, blue and yellow quarters when it is held this way (EXIF 2.32, 4.6.4).
 */
const asHeld = {
  1: [red, green, blue, yellow],
  2: [green, red, yellow, blue],
  3: [yellow, blue, green, red],
  4: [blue, yellow, red, green],
  5: [red, blue, green, yellow],
  6: [green, yellow, red, blue],
  7: [yellow, green, blue, red],
  8: [blue, red, yellow, green],
};

it.each(Object.entries(asHeld))(
  "A camera's JPEG with orientation %s is stored upright, without metadata",
  async (orientation, colors) => {
    const size = Number(orientation) > 4 ? { width: 480, height: 640 } : { width: 640, height: 480 };
    const taken = asTaken(await quarters("image/jpeg", size, colors as string[]), Number(orientation));
    const file = withSegment(
      withSegment(withSegment(taken, 0xfe, "a comment of GPS"), 0xed, "Photoshop 3.0 IPTC GPS"),
      0xe1,
      "http://ns.adobe.com/xap/1.0/ GPS",
    );
    const { files, pixels } = await stored(file);
    expect(files.map(({ name }) => name)).toEqual(["320.webp", "640.webp", "960.webp"]);
    for (const { bytes } of files)
      expect(new TextDecoder("latin1").decode(bytes)).not.toMatch(/exif|gps|xmp|adobe|photoshop|comment/i);
    expect([pixels.width, pixels.height]).toEqual([960, 720]);
    const corners = [pixels.at(0.2, 0.2), pixels.at(0.8, 0.2), pixels.at(0.2, 0.8), pixels.at(0.8, 0.8)];
    expect(corners.map(nameOf)).toEqual([red, green, blue, yellow]);
  },
);

it("Fill cuts the edges of a wide picture, Fit shows all of it on its ground colour", async () => {
  const wide = await drawn("image/png", { width: 800, height: 200, colors: ["#f00", "#00f"] });
  const [filled, fitted] = [await stored(wide), await stored(wide, "fit")];
  expect(nameOf(filled.pixels.at(0.1, 0.02))).toBe(red);
  // Above and below it is the average of its border.
  const [r = 0, g = 0, b = 0] = fitted.pixels.at(0.5, 0.05);
  expect([r > 90 && r < 165, g < 40, b > 90 && b < 165]).toEqual([true, true, true]);
  expect([nameOf(fitted.pixels.at(0.02, 0.5)), nameOf(fitted.pixels.at(0.98, 0.5))]).toEqual([red, blue]);
});

it("A transparent background becomes white, and the key contains the placeholder colour", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="1920"><circle cx="320" cy="960" r="90" fill="#00f"/></svg>`;
  const image = await env.IMAGES.input(new Blob([svg]).stream()).output({ format: "image/png" });
  const { pixels } = await stored(new Uint8Array(await image.response().arrayBuffer()), "fit");
  expect(pixels.at(0.02, 0.5)).toEqual([255, 255, 255]);
  const black = await stored(await drawn("image/webp", { width: 640, colors: ["#111"] }));
  expect(black.key).toBe(`${black.id}-g13`);
});

it("A file that is not a picture is refused by its content: a page, a drawing, a truncated or empty file, too many pixels", async () => {
  const jpeg = await drawn("image/jpeg", { width: 640 });
  const text = (words: string) => new TextEncoder().encode(words);
  const bomb = new Uint8Array(await drawn("image/png"));
  // Its header says 60,000 × 60,000 pixels.
  for (const at of [16, 20]) new DataView(bomb.buffer).setUint32(at, 60_000);
  const polyglot = new Uint8Array([...jpeg.slice(0, 2), ...text("<script>alert(1)</script>")]);
  for (const [file, refused] of [
    [text("<!doctype html><script>alert(1)</script>"), "unknown type"],
    [text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unknown type"],
    [new Uint8Array(), "unknown type"],
    [text("GIF89a"), "unknown type"],
    [jpeg.slice(0, 200), "broken"],
    [polyglot, "unknown type"],
    [bomb, "too many pixels"],
    [new Uint8Array(5 * 1024 * 1024 + 1), "too large"],
  ] as const)
    expect(await store.storeGigPicture(new Blob([file]), crypto.randomUUID(), "fill")).toEqual({ refused });
});

it("A picture must be 640 px wide, measured upright", async () => {
  const sent = (file: Uint8Array<ArrayBuffer>) =>
    store.storeGigPicture(new Blob([file]), crypto.randomUUID(), "fill");
  const tooNarrow = { refused: "too narrow" };
  expect(await sent(await drawn("image/png", { width: 1, height: 1 }))).toEqual(tooNarrow);
  expect(await sent(await drawn("image/png", { width: 639, height: 2000 }))).toEqual(tooNarrow);
  expect(await sent(await drawn("image/png", { width: 640, height: 1 }))).toHaveProperty("key");
  // A camera that was turned: 700 wide in the file, 500 wide upright.
  const turned = (width: number, height: number) =>
    drawn("image/jpeg", { width, height }).then((jpeg) => sent(asTaken(jpeg, 6)));
  expect(await turned(700, 500)).toEqual(tooNarrow);
  expect(await turned(500, 700)).toHaveProperty("key");
});

it("A copy of a picture is a picture of its own; a missing one is not copied", async () => {
  const { key } = await stored(await drawn("image/png", { width: 640, colors: ["#111"] }));
  const id = crypto.randomUUID();
  const copy = await store.copyGigPicture(key, id);
  expect(copy).toEqual({ key: `${id}-g13`, bytes: expect.any(Number), sha256: expect.any(String) });
  const bytesOf = async (of: string) => {
    const { objects } = await env.BUCKET.list({ prefix: `${of}/` });
    return objects.map((file) => [file.key.slice(of.length), file.size]);
  };
  const original = await bytesOf(key);
  await env.BUCKET.delete(original.map(([name]) => `${key}${name}`));
  expect([original.length, await bytesOf(copy?.key ?? "")]).toEqual([3, original]);
  expect(await store.copyGigPicture(key, crypto.randomUUID())).toBeNull();
});

it("Extra bytes after or inside a picture are not stored", async () => {
  const script = new TextEncoder().encode("<script>alert(1)</script>");
  const file = new Uint8Array([
    ...withSegment(await drawn("image/jpeg", { width: 640 }), 0xfe, "<script>"),
    ...script,
  ]);
  const { files } = await stored(file);
  for (const { bytes } of files) expect(new TextDecoder("latin1").decode(bytes)).not.toContain("script");
});
