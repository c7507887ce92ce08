import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { demoPictures } from "#drizzle/seed/pictures/encode.ts";
import { encodedPictures } from "#drizzle/seed/pictures.ts";

test("Each gig and each person has pictures of the current drawing, and no others are stored; otherwise run 'npm run pictures'", () => {
  const drawings = JSON.parse(readFileSync(join(encodedPictures, "drawings.json"), "utf8"));
  expect(drawings).toEqual(Object.fromEntries(demoPictures.map(({ key, hash }) => [key, hash])));
  const names = demoPictures.flatMap(({ key, widths }) => widths.map((width) => `${key}/${width}.webp`));
  const stored = globSync("*/*", { cwd: encodedPictures }).map((file) => file.replaceAll("\\", "/"));
  expect(stored.sort()).toEqual(names.sort());
});

test("A stored picture equals what its drawing and the encoder produce", async () => {
  const [picture] = demoPictures;
  if (!picture) throw new Error("The demo market has no pictures");
  const encoded = await picture.encode();
  expect(encoded.map(({ width }) => width)).toEqual([960, 640, 320]);
  for (const { width, webp } of encoded) {
    const stored = await pixels(readFileSync(join(encodedPictures, picture.key, `${width}.webp`)));
    const made = await pixels(webp);
    expect(made.length).toBe(stored.length);
    // Of 255. Another processor may round differently.
    const difference =
      made.reduce((sum, value, i) => sum + Math.abs(value - (stored[i] ?? 0)), 0) / made.length;
    expect(difference).toBeLessThan(1);
  }
});

async function pixels(webp: Buffer): Promise<Buffer> {
  return await sharp(webp).raw().toBuffer();
}
