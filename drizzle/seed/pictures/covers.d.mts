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
  | "business"
  | "package"
  | "phone"
  | "letter"
  | "travel"
  | "health"
  | "accounts"
  | "play";

/** The number of compositions of each kind, and of palettes. Both are numbered from 0. */
export const compositionCount: number;
export const paletteCount: number;

/** `seed` varies the details. The same drawing gives the same picture. */
export type Drawing = { kind: CoverKind; composition: number; palette: number; seed: number };

/** Draws a picture of a gig as SVG, 640 × 480, without letters. */
export function draw(drawing: Drawing): string;

/** The background colour of a drawing, `#rrggbb`. */
export function backgroundOf(drawing: Drawing): string;

/** The alternative text of a drawing, without a full stop. */
export function altOf(drawing: Drawing): string;
