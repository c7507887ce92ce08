// Draws the pictures of gigs as SVG, without dependencies. A motif shows what a gig sells; the seed varies
// its ground and its details. Letters are outlines (letters.mjs).
import { campaigns } from "./motifs/campaigns.mjs";
import { code } from "./motifs/code.mjs";
import { desks } from "./motifs/desks.mjs";
import { drawings } from "./motifs/drawings.mjs";
import { films } from "./motifs/films.mjs";
import { layouts } from "./motifs/layouts.mjs";
import { leisure } from "./motifs/leisure.mjs";
import { marks } from "./motifs/marks.mjs";
import { photos } from "./motifs/photos.mjs";
import { screens } from "./motifs/screens.mjs";
import { texts } from "./motifs/texts.mjs";
import { palettes, R, random } from "./shapes.mjs";

const motifs = new Map(
  [marks, drawings, layouts, screens, code, campaigns, texts, films, desks, photos, leisure].flatMap(
    Object.entries,
  ),
);
export const motifNames = [...motifs.keys()];
export const paletteNames = Object.keys(palettes);

/** The names of the palettes' grounds. */
const grounds = {
  kraft: "sand",
  teal: "teal",
  clay: "clay",
  mist: "pale green",
  ochre: "ochre",
  ink: "dark brown",
  vermilion: "vermilion",
  sky: "pale blue",
  sage: "sage",
  blush: "blush",
  night: "night blue",
  plum: "plum",
  stone: "stone",
};

/** The palettes that a motif looks good in. */
export function palettesOf(motif) {
  const { not = [] } = find(motif);
  return paletteNames.filter((name) => !not.includes(name));
}

/** Draws a picture. `words` replace the motif's own; `seed` varies the details. */
export function draw({ motif, palette, words = [], seed }) {
  const p = palettes[palette];
  const drawn = find(motif).draw(p, random(`${motif}/${seed}`), words);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480"><clipPath id="all"><path d="M0 0h640v480H0z"/></clipPath><g clip-path="url(#all)">${R(0, 0, 640, 480, p.bg)}${drawn}</g></svg>`;
}

/** The background colour of a drawing. */
export function backgroundOf({ palette }) {
  return palettes[palette].bg;
}

/** The alternative text of a drawing, without a full stop. */
export function altOf({ motif, palette }) {
  return `Cut paper on ${grounds[palette]}: ${find(motif).alt}`;
}

function find(motif) {
  const found = motifs.get(motif);
  if (!found) throw new Error(`There is no motif '${motif}'`);
  return found;
}
