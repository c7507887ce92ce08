import { altOf, type CoverKind, compositionCount, type Drawing, paletteCount } from "./pictures/covers.mjs";
import { gigs, idOf, type SourceGig } from "./source.ts";

/** A picture of a gig: where it is kept, what is drawn, and what it shows in words. */
export type GalleryPicture = { key: string; drawing: Drawing; alt: string };
export type Gallery = { main: GalleryPicture; further: GalleryPicture[] };

/** What a gig's pictures may show, by subcategory; where none is named, by category. */
const kinds: Record<string, CoverKind[]> = {
  "graphics-design": ["illustration", "photo", "logo"],
  "logo-design": ["logo", "writing", "illustration"],
  "web-design": ["web", "data", "illustration"],
  illustration: ["illustration", "photo", "writing"],
  "print-packaging": ["logo", "illustration", "business"],
  "brand-identity": ["logo", "business", "web"],
  "presentation-design": ["business", "data", "marketing"],
  "social-media-graphics": ["photo", "marketing", "logo"],
  "programming-tech": ["web", "data"],
  "web-development": ["web", "data", "business"],
  "ecommerce-development": ["web", "marketing"],
  wordpress: ["web", "writing"],
  "mobile-apps": ["web", "illustration"],
  "scripts-automation": ["data", "web"],
  "qa-testing": ["business", "web"],
  "digital-marketing": ["marketing", "data"],
  seo: ["marketing", "data", "writing"],
  ads: ["marketing", "data", "photo"],
  "social-media": ["photo", "marketing", "translation"],
  "email-marketing": ["writing", "marketing"],
  "writing-translation": ["writing", "translation"],
  "content-writing": ["writing", "web"],
  "editing-proofreading": ["writing", "business"],
  "technical-writing": ["writing", "web"],
  translation: ["translation", "writing"],
  "cvs-cover-letters": ["business", "writing"],
  "video-animation": ["video", "photo"],
  "motion-graphics": ["video", "illustration", "logo"],
  "animated-explainers": ["illustration", "video"],
  "subtitles-captions": ["translation", "video"],
  "music-audio": ["music", "voice"],
  "voice-over": ["voice", "music"],
  "podcast-editing": ["voice", "music"],
  business: ["business", "data"],
  bookkeeping: ["data", "business"],
  "market-research": ["data", "marketing"],
  "virtual-assistant": ["business", "writing"],
  data: ["data", "web"],
  "data-entry": ["data", "business"],
  photography: ["photo", "illustration"],
  "ai-services": ["data", "web"],
  "ai-chatbots": ["translation", "web"],
  "prompt-design": ["writing", "translation"],
  lifestyle: ["illustration", "business"],
  "fitness-nutrition": ["illustration", "marketing"],
  "language-lessons": ["translation", "writing"],
  "travel-planning": ["photo", "illustration"],
  "games-coaching": ["video", "marketing"],
  "file-conversion": ["business", "web"],
  "ebook-conversion": ["writing", "web"],
  "audio-video-conversion": ["video", "music"],
  "image-vectorising": ["logo", "illustration"],
};

/** How many gigs before it a gig is compared with: a page of a listing. */
const reach = 20;

/** Every gig's pictures, by `ref`. Of ten gigs about six have one to three pictures beside the main one. */
export const galleries = hang();

/**
 * Gives each gig its drawings, oldest gig first. Gigs that stand beside each other in a list differ: each takes the drawing that is
 * least like those just before it, in the whole market, in its category and in its subcategory.
 */
function hang(): Map<string, Gallery> {
  const hung = new Map<string, Gallery>();
  const before: { gig: SourceGig; drawing: Drawing }[] = [];
  for (const gig of gigs) {
    const lists = [
      before,
      before.filter((other) => other.gig.category === gig.category),
      before.filter((other) => other.gig.subcategory === gig.subcategory),
    ];
    const neighbours = lists.flatMap((list) =>
      list.slice(0, reach).map(({ drawing }, distance) => ({ drawing, weight: 1 / (distance + 1) })),
    );
    const main = leastLike(gig, neighbours, gig.cover_seed);
    before.unshift({ gig, drawing: main });
    const shown = [main];
    for (let i = 1; i <= furtherCount(gig); i++) {
      const others = shown.map((drawing) => ({ drawing, weight: 1 }));
      shown.push(leastLike(gig, others, gig.cover_seed + i));
    }
    const [first, ...further] = shown.map((drawing, i) => ({
      key: idOf(i === 0 ? `cover:${gig.ref}` : `picture:${gig.ref}:${i}`),
      drawing,
      alt: altOf(drawing),
    }));
    if (first) hung.set(gig.ref, { main: first, further });
  }
  return hung;
}

function furtherCount({ cover_seed }: SourceGig): number {
  return cover_seed % 10 < 6 ? 1 + (cover_seed % 3) : 0;
}

/** Of all that a gig may show, what is least like the others; among equals the seed decides. */
function leastLike(gig: SourceGig, others: { drawing: Drawing; weight: number }[], seed: number): Drawing {
  const costOf = (drawing: Drawing, i: number): number =>
    others.reduce((sum, other) => sum + other.weight * likeness(drawing, other.drawing), 0) +
    ((seed + i * 7919) % 97) / 970;
  const [best] = drawingsOf(gig, seed)
    .map((drawing, i) => ({ drawing, cost: costOf(drawing, i) }))
    .sort((a, b) => a.cost - b.cost);
  if (!best) throw new Error(`${gig.ref} has nothing to show`);
  return best.drawing;
}

/** The same scene is what people notice first, then the same colours; both together are the same picture once more. */
function likeness(a: Drawing, b: Drawing): number {
  const sameKind = a.kind === b.kind;
  const sameScene = sameKind && a.composition === b.composition;
  const samePalette = a.palette === b.palette;
  return (sameScene ? 4 : sameKind ? 1 : 0) + (samePalette ? 3 : 0) + (sameScene && samePalette ? 20 : 0);
}

function drawingsOf(gig: SourceGig, seed: number): Drawing[] {
  const possible = kinds[gig.subcategory] ?? kinds[gig.category];
  if (!possible) throw new Error(`${gig.category} has no kind of picture`);
  return possible.flatMap((kind) =>
    numbers(compositionCount).flatMap((composition) =>
      numbers(paletteCount).map((palette) => ({ kind, composition, palette, seed })),
    ),
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
