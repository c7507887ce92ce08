// Draws the pictures of gigs as SVG, without dependencies. Each kind has two compositions; the seed varies
// the details. The pictures contain no letters, because generated text would be gibberish.
import { craftScenes } from "./scenes-craft.mjs";
import { mediaScenes } from "./scenes-media.mjs";
import { peopleScenes } from "./scenes-people.mjs";
import { tradeScenes } from "./scenes-trades.mjs";
import { palettes, R, random } from "./shapes.mjs";

export { categories } from "./shapes.mjs";

const scenes = { ...craftScenes, ...mediaScenes, ...peopleScenes, ...tradeScenes };

/** What each composition shows, for the alternative text. */
const motifs = {
  logo: ["a mark of nine shapes on a construction grid", "a wall of twenty small marks"],
  web: ["two browser windows with a picture and three cards", "an editor with lines of code beside a phone"],
  writing: ["a written sheet and a pen", "an open book under two quotation marks"],
  marketing: ["a target with an arrow in its centre", "rising bars, an arrow and a magnifying glass"],
  video: ["a strip of film with a play button", "a clapperboard over a picture of hills"],
  music: ["a record and a row of sound bars", "waves of sound above piano keys"],
  data: ["a dashboard of bars, a ring and a line", "layers of a chart and a pie"],
  translation: ["two speech bubbles, one turning into the other", "a globe between two speech bubbles"],
  photo: ["a camera seen from the front", "three prints of hills hanging on a line"],
  illustration: ["leaves growing out of a patterned pot", "hills, two birds and a pencil"],
  voice: ["a microphone with rings of sound", "headphones in a circle of sound bars"],
  business: ["steps that lead up to a flag", "a clipboard with ticked items beside a cup"],
  package: ["a box with a ribbon and a label", "a bottle and a jar with labels"],
  phone: ["a phone with tiles and a tick", "a phone with messages beside a robot's head"],
  letter: ["a letter in an envelope", "a page with a portrait beside lines"],
  travel: ["a folded map with a route and a pin", "a suitcase with a label"],
  health: ["a dumbbell and an apple", "a plate with vegetables, a fork and a knife"],
  accounts: ["a calculator beside coins", "two files and the arrows between them"],
  play: ["a game controller", "a cup with a star"],
};
/** The names of the palettes' background colours, in the order of the palettes. */
const backgroundNames = [
  "sand",
  "teal",
  "clay",
  "pale green",
  "ochre",
  "dark brown",
  "vermilion",
  "pale blue",
];

/** The number of compositions of each kind. */
export const compositionCount = 2;
export const paletteCount = palettes.length;

/**
 * Draws a picture. `kind` is one of `categories`; `palette` and `composition` are indexes; `seed` varies the
 * details.
 */
export function draw({ kind, composition, palette, seed }) {
  const p = palettes[palette];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480"><clipPath id="all"><path d="M0 0h640v480H0z"/></clipPath><g clip-path="url(#all)">${R(0, 0, 640, 480, p.bg)}${scenes[kind][composition](p, random(`${kind}/${seed}`))}</g></svg>`;
}

/** The background colour of a drawing. */
export function backgroundOf({ palette }) {
  return palettes[palette].bg;
}

/** The alternative text of a drawing, without a full stop. */
export function altOf({ kind, composition, palette }) {
  return `Cut paper on ${backgroundNames[palette]}: ${motifs[kind][composition]}`;
}
