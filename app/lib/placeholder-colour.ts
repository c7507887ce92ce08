/**
 * The colours that fill the place of a picture until it has loaded (docs/specification.md#pictures): 32,
 * first the design's colours, then common colours of photographs. Both themes use the same ones.
 */
export const placeholderColours = [
  ...["#edc", "#155", "#ea8", "#cdd", "#da4", "#322", "#c42", "#bcd"],
  ...["#fff", "#ddd", "#aaa", "#777", "#444", "#111"],
  ...["#fed", "#cba", "#a86", "#864", "#532", "#822", "#fcc", "#b69", "#e72", "#fd6"],
  ...["#cda", "#8a6", "#484", "#4aa", "#9bd", "#58b", "#247", "#86a"],
] as const;

/**
 * The CSS class of the placeholder colour that is closest to a colour. The key of a stored picture ends with
 * this class (`{random}-g1`), so that the address of a picture also names its placeholder colour: the content
 * security policy forbids `style` attributes, and this needs no extra column. Stored keys number the colours,
 * so add new ones at the end.
 * @param color red, green and blue from 0 to 255: the main colour at the picture's edges, or its average
 */
export function placeholderColourLike(color: readonly number[]): string {
  const distances = placeholderColours.map((colour) =>
    channels(colour).reduce((sum, channel, i) => sum + (channel - (color[i] ?? 0)) ** 2, 0),
  );
  return classOf(distances.indexOf(Math.min(...distances)));
}

/**
 * The class of a picture's placeholder colour, by its address `/images/{key}`; undefined if the key has none.
 */
export function placeholderColourOf(src: string): string | undefined {
  return /-(g\d\d?)$/.exec(src)?.[1];
}

/** The number distinguishes the class from others, such as `.go`. */
function classOf(i: number): string {
  return `g${i}`;
}

/** `#abc` as three numbers from 0 to 255. */
function channels(color: string): number[] {
  return [...color.slice(1)].map((sign) => Number.parseInt(sign, 16) * 17);
}
