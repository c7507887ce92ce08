import type { RefusalKind } from "#app/lib/refusal.ts";
/** The maximum size of a picture's file, in bytes (docs/specification.md#pictures). */
export const largestPicture = 5 * 1024 * 1024;

/** The minimum width of a gig's picture once it is upright, in px (docs/specification.md#gig-pictures). */
export const minGigWidth = 640;

/** The longest side to which a browser scales a larger picture before it sends it, in px. */
const largestSide = 2000;

/**
 * The factor by which a picture is scaled before it is sent; 1: it is small enough. A tall one keeps the
 * width that a gig's picture needs. Sizes are in px.
 */
export function sharePicture({ width, height }: { width: number; height: number }): number {
  return Math.min(1, Math.max(largestSide / Math.max(width, height), minGigWidth / width));
}

/** The types that the file chooser offers. */
export const pictureTypes = "image/jpeg,image/png,image/webp,image/avif";

/** Why a file is refused as a picture. */
export type PictureRefusal = "too large" | "unknown type" | "too many pixels" | "too narrow" | "broken";

/** The sentence for the user, and the status of the response. */
export const pictureRefusals: Record<PictureRefusal, { kind: RefusalKind; sentence: string }> = {
  "too large": { sentence: "The picture can be at most 5 MB", kind: "too large" },
  "unknown type": { sentence: "The picture must be a JPEG, PNG, WebP or AVIF file", kind: "unknown type" },
  "too many pixels": { sentence: "The picture can have at most 50 million pixels", kind: "invalid" },
  "too narrow": { sentence: `The picture must be at least ${minGigWidth} px wide`, kind: "invalid" },
  broken: {
    sentence: "We couldn't read this picture. Save it again, or choose another one",
    kind: "invalid",
  },
};

/**
 * How a picture becomes 4:3: its edges are cropped, or the whole picture is shown on its background colour.
 */
export const cuts = ["fill", "fit"] as const;
export type Cut = (typeof cuts)[number];
