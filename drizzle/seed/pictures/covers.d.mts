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

/** A gig's cover, 640 × 480, as SVG without letters. The same kind and seed give the same picture. */
export function cover(kind: CoverKind, seed?: number): string;
