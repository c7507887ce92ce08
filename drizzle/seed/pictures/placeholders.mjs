// Draws the placeholder pictures, which cards and galleries show if a picture is missing. They fit every
// category. `node drizzle/seed/pictures/placeholders.mjs` rewrites
// public/placeholders/{1,2,3}-{320,640}.webp.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { C, cut, G, L, leaf, P, palettes, quarter, R, ring, stitch } from "./shapes.mjs";

const { kraft, mist, sky } = palettes;

const drawings = [
  // A sheet with a lifted corner, a leaf cut out of it.
  (p) =>
    C(486, 372, 190, p.bg2) +
    cut(
      p,
      G("rotate(-4 320 240)", P("M168 76h232l72 72v256a8 8 0 0 1-8 8H176a8 8 0 0 1-8-8z", p.l)) +
        G("rotate(-4 320 240)", P("M400 76l72 72h-64a8 8 0 0 1-8-8z", p.c)),
    ) +
    leaf(318, 366, 206, 70, 12, p.b, p.l) +
    leaf(318, 366, 130, 52, -48, p.c) +
    leaf(318, 366, 118, 46, 64, p.a) +
    stitch("M196 392L452 372", p.d, 4),
  // A row of shapes, half cut out, and the scissors.
  (p) =>
    R(0, 306, 640, 174, p.bg2) +
    cut(p, R(78, 96, 300, 300, p.l, 8, -3)) +
    G(
      "rotate(-3 228 246)",
      quarter(112, 130, 106, 0, p.a),
      quarter(238, 130, 106, 2, p.c),
      C(165, 309, 53, p.b),
      quarter(238, 256, 106, 1, p.d),
    ) +
    stitch("M392 60V430", p.d, 4) +
    cut(
      p,
      G(
        "translate(486 214)",
        P("M-34 150L44 -134q18 20 8 50L-4 158z", p.d),
        P("M34 150L-44 -134q-18 20-8 50L4 158z", p.c),
        ring(-34, 186, 36, p.a, 18),
        ring(34, 186, 36, p.a, 18),
        C(0, 60, 8, p.l),
      ),
    ),
  // A spool of thread and its needle.
  (p) =>
    C(250, 240, 200, p.bg2) +
    cut(p, R(172, 88, 172, 40, p.a, 8), P("M196 128h124v224H196z", p.b), R(172, 352, 172, 40, p.a, 8)) +
    [0, 1, 2, 3, 4, 5, 6].map((i) => L(`M198 ${152 + i * 30}L318 ${140 + i * 30}`, p.c, 6)).join("") +
    L("M318 330C400 420 590 330 514 116", p.b, 6) +
    cut(p, G("rotate(24 470 214)", P("M460 96a10 12 0 0 1 20 0L474 376l-4 22-4-22z", p.d))) +
    G("rotate(24 470 214)", R(467, 96, 6, 18, p.bg, 3)) +
    stitch("M48 436H592", p.d, 4),
];

/** The number of placeholders. They are numbered from 1. */
export const placeholderCount = drawings.length;

/** Draws a placeholder as SVG, 640 × 480. */
export function placeholder(number) {
  const p = [kraft, mist, sky][number - 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">${R(0, 0, 640, 480, p.bg)}${drawings[number - 1](p)}</svg>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: sharp } = await import("sharp");
  const folder = join(import.meta.dirname, "../../../public/placeholders");
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= placeholderCount; number++) {
    for (const width of [320, 640]) {
      await sharp(Buffer.from(placeholder(number)), { density: 108 })
        .resize(width)
        .webp({ quality: 48, effort: 6, smartSubsample: width === 320 })
        .toFile(join(folder, `${number}-${width}.webp`));
    }
  }
}
