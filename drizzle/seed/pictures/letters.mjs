// Letters as outlines, so that a picture looks the same with every system's fonts. letters.json holds
// outlines of Fraunces (serif), Outfit (sans) and Caveat Brush (brush), and of words and letters of Amiri and
// Zen Antique. They are copyright The Fraunces Project Authors, The Outfit Project Authors, Google Inc., The
// Amiri Project Authors and The Zen Antique Project Authors, and licensed under the SIL Open Font License
// 1.1 (OFL-1.1.txt). Each entry: the advance and the outline, in 200ths of the font size.
import { readFileSync } from "node:fs";
import { n } from "./shapes.mjs";

const { words, ...faces } = JSON.parse(readFileSync(new URL("letters.json", import.meta.url), "utf8"));

/**
 * Draws a line of text. `y` is its baseline, `align` 0 (from `x`), 0.5 (centred) or 1. `fit` is the largest
 * width: a longer line gets smaller.
 * @throws Error if the face has no such letter
 */
export function text(face, x, y, size, line, fill, { align = 0.5, space = 0, fit = 600 } = {}) {
  const glyphs = words[line] ? [words[line]] : [...line].map((letter) => glyphOf(face, letter));
  const full = glyphs.reduce((sum, [advance]) => sum + advance + space, -space);
  const scale = Math.min(size / 200, fit / full);
  let at = 0;
  const outlines = glyphs.map(([advance, outline]) => {
    const placed = outline && `<path transform="translate(${n(at)})" d="${outline}"/>`;
    at += advance + space;
    return placed;
  });
  const left = n(x - full * scale * align);
  return `<g fill="${fill}" transform="translate(${left} ${n(y)}) scale(${+scale.toFixed(4)})">${outlines.join("")}</g>`;
}

function glyphOf(face, letter) {
  const glyph = faces[face]?.[letter] ?? words[letter];
  if (!glyph) throw new Error(`The face ${face} has no '${letter}'`);
  return glyph;
}
