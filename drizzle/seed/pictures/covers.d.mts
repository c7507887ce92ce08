export type CoverKind =
  | "logo"
  | "web"
  | "writing"
  | "marketing"
  | "video"
  | "music"
  | "data"
  | "translation"
  | "photo"
  | "illustration"
  | "voice"
  | "business";

/** How many compositions each kind has, and how many palettes there are; both are numbered from 0. */
export const compositionCount: number;
export const paletteCount: number;

/** `seed` varies the details. The same drawing gives the same picture. */
export type Drawing = { kind: CoverKind; composition: number; palette: number; seed: number };

/** A picture of a gig, 640 × 480, as SVG without letters. */
export function draw(drawing: Drawing): string;

/** The colour of its paper, `#rrggbb`. */
export function groundOf(drawing: Drawing): string;

/** What a drawing shows, as a sentence without its full stop. */
export function altOf(drawing: Drawing): string;
