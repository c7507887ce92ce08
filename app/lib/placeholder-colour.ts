/**
 * The colours that stand where a picture is about to be (LOOK.md section 8): 32, the papers of the house first, then what photographs
 * are made of. They are the same in both themes, as the pictures are.
 */
export const placeholderColours = [
  ...["#edc", "#155", "#ea8", "#cdd", "#da4", "#322", "#c42", "#bcd"],
  ...["#fff", "#ddd", "#aaa", "#777", "#444", "#111"],
  ...["#fed", "#cba", "#a86", "#864", "#532", "#822", "#fcc", "#b69", "#e72", "#fd6"],
  ...["#cda", "#8a6", "#484", "#4aa", "#9bd", "#58b", "#247", "#86a"],
] as const;

/**
 * The class of the ground that is most like a colour. It ends the key under which the picture is stored (`{random}-g1`): so every
 * place that has a picture's address knows its ground without asking for it.
 * @param color red, green, blue from 0 to 255: what the picture has most of at its edges, or its average
 */
export function placeholderColourLike(color: readonly number[]): string {
  const distances = placeholderColours.map((ground) =>
    channels(ground).reduce((sum, channel, i) => sum + (channel - (color[i] ?? 0)) ** 2, 0),
  );
  return classOf(distances.indexOf(Math.min(...distances)));
}

/** The class of a picture's ground, by its address `/images/{key}`; undefined: its key says none. */
export function placeholderColourOf(src: string): string | undefined {
  return /-(g\d\d?)$/.exec(src)?.[1];
}

/** One rule for each class. They stand in no layer, so that they win over the colour of any picture's place. */
export function placeholderColourRules(): string {
  return placeholderColours.map((ground, i) => `.${classOf(i)}{background:${ground}}`).join("");
}

/** With a number, so that it is no word: `.go` is a button. */
function classOf(i: number): string {
  return `g${i}`;
}

/** `#abc` as three numbers from 0 to 255. */
function channels(color: string): number[] {
  return [...color.slice(1)].map((sign) => Number.parseInt(sign, 16) * 17);
}
