// Draws and encodes the demo market's pictures again if their drawing has changed, and deletes those that no
// gig or person uses any longer.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoPictures } from "#drizzle/seed/pictures/encode.ts";
import { encodedPictures } from "#drizzle/seed/pictures.ts";

const index = join(encodedPictures, "drawings.json");
mkdirSync(encodedPictures, { recursive: true });
const before: Record<string, string> = existsSync(index) ? JSON.parse(readFileSync(index, "utf8")) : {};

const kept = new Set(demoPictures.map(({ key }) => key));
for (const entry of readdirSync(encodedPictures, { withFileTypes: true }))
  if (entry.isDirectory() && !kept.has(entry.name))
    rmSync(join(encodedPictures, entry.name), { recursive: true });

let bytes = 0;
let encoded = 0;
for (const { key, hash, encode } of demoPictures) {
  if (before[key] === hash) continue;
  const folder = join(encodedPictures, key);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { width, webp } of await encode()) {
    writeFileSync(join(folder, `${width}.webp`), webp);
    bytes += webp.length;
  }
  encoded += 1;
}
writeFileSync(
  index,
  `${JSON.stringify(Object.fromEntries(demoPictures.map(({ key, hash }) => [key, hash])), null, 2)}\n`,
);
console.log(`${encoded} of ${demoPictures.length} pictures encoded, ${(bytes / 1e6).toFixed(1)} MB.`);
process.exit();
