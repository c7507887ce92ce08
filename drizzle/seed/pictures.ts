import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The demo market's pictures as WebP, under the names that the bucket gives them, and `drawings.json`.
 * `npm run pictures` writes them.
 */
export const encodedPictures = join(import.meta.dirname, "pictures/encoded");
const placeholders = join(import.meta.dirname, "../../public/placeholders");

export type PictureStore = { put(key: string, bytes: Uint8Array, contentType: string): Promise<void> };

/** Stores the demo market's pictures and the placeholders as `{key}/{width}.webp`. */
export async function seedPictures(bucket: PictureStore): Promise<void> {
  const webps = [
    ...globSync("*/*.webp", { cwd: encodedPictures }).map((file) => ({
      name: file.replaceAll("\\", "/"),
      file: join(encodedPictures, file),
    })),
    ...globSync("*.webp", { cwd: placeholders }).map((file) => ({
      name: `placeholder-${file.replace("-", "/")}`,
      file: join(placeholders, file),
    })),
  ];
  for (const { name, file } of webps) await bucket.put(name, readFileSync(file), "image/webp");
}
