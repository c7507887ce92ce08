/** The names of all motifs and palettes. */
export const motifNames: string[];
export const paletteNames: string[];

/**
 * `words` replace the words that the motif shows. `seed` varies the details. The same drawing gives the same
 * picture.
 */
export type Drawing = { motif: string; palette: string; words?: string[]; seed: number };

/** The palettes that a motif looks good in. @throws Error if there is no such motif */
export function palettesOf(motif: string): string[];

/** Draws a picture of a gig as SVG, 640 × 480. @throws Error if there is no such motif */
export function draw(drawing: Drawing): string;

/** The background colour of a drawing, `#rrggbb`. */
export function backgroundOf(drawing: Drawing): string;

/** The alternative text of a drawing, without a full stop. @throws Error if there is no such motif */
export function altOf(drawing: Drawing): string;
