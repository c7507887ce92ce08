import { placeholderColourLike } from "#app/lib/placeholder-colour.ts";
import {
  altOf,
  type CoverKind,
  compositionCount,
  type Drawing,
  groundOf,
  paletteCount,
} from "./pictures/covers.mjs";
import { gigs, pictureKey, type SourceGig } from "./source.ts";

/** A picture of a gig: where it is kept, what is drawn, and what it shows in words. */
export type GalleryPicture = { key: string; drawing: Drawing; alt: string };
export type Gallery = { main: GalleryPicture; further: GalleryPicture[] };

/** A kind of picture in all its compositions, or in one of them only. */
type Scene = CoverKind | `${CoverKind}/${0 | 1}`;

/** What a gig's pictures may show, by subcategory, the most fitting first; where none is named, by category. */
const scenes: Record<string, Scene[]> = {
  "graphics-design": ["illustration", "photo", "logo"],
  "logo-design": ["logo", "illustration", "writing/0"],
  "web-design": ["web", "data/0", "illustration/1"],
  illustration: ["illustration", "photo/1", "writing/0"],
  "print-packaging": ["logo", "illustration/0", "business/1"],
  "brand-identity": ["logo", "business/1", "web/0"],
  "presentation-design": ["business", "data", "marketing/1"],
  "social-media-graphics": ["photo", "logo/1", "marketing/0"],
  "programming-tech": ["web", "data"],
  "web-development": ["web", "data", "business/1"],
  "ecommerce-development": ["web", "marketing/1"],
  wordpress: ["web", "writing/0"],
  "mobile-apps": ["web", "data/0"],
  "scripts-automation": ["data", "web/1"],
  "qa-testing": ["business/1", "web"],
  "digital-marketing": ["marketing", "data"],
  seo: ["marketing", "data", "writing/0"],
  ads: ["marketing", "data", "photo/1"],
  "social-media": ["photo", "marketing", "translation/0"],
  "email-marketing": ["writing/0", "marketing", "translation/0"],
  "writing-translation": ["writing", "translation"],
  "content-writing": ["writing", "web/0"],
  "editing-proofreading": ["writing", "business/1"],
  "technical-writing": ["writing", "web/1"],
  translation: ["translation", "writing"],
  "cvs-cover-letters": ["business", "writing/0"],
  "video-animation": ["video", "photo/1"],
  "motion-graphics": ["video", "illustration/1", "logo/1"],
  "animated-explainers": ["illustration/1", "video"],
  "subtitles-captions": ["translation/0", "video"],
  "music-audio": ["music", "voice"],
  "voice-over": ["voice", "music/1"],
  "podcast-editing": ["voice", "music/1"],
  business: ["business", "data"],
  bookkeeping: ["data", "business/1"],
  "market-research": ["data", "marketing/1"],
  "virtual-assistant": ["business", "writing/0"],
  data: ["data", "web/1"],
  "data-entry": ["data", "business/1"],
  photography: ["photo", "illustration/1"],
  "ai-services": ["data", "web"],
  "ai-chatbots": ["translation/0", "web"],
  "prompt-design": ["writing/0", "translation/0"],
  lifestyle: ["illustration", "business/1"],
  "fitness-nutrition": ["illustration/0", "business/1", "marketing/0"],
  "language-lessons": ["translation", "writing"],
  "travel-planning": ["photo", "illustration/1", "translation/1"],
  "games-coaching": ["video/0", "marketing/0"],
  "file-conversion": ["business/1", "web"],
  "ebook-conversion": ["writing/1", "web"],
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
      key: `${pictureKey(i === 0 ? `cover:${gig.ref}` : `picture:${gig.ref}:${i}`)}-${groundClass(drawing)}`,
      drawing,
      alt: altOf(drawing),
    }));
    if (first) hung.set(gig.ref, { main: first, further });
  }
  return hung;
}

function groundClass(drawing: Drawing): string {
  const [red = "", green = "", blue = ""] = groundOf(drawing).match(/[\da-f]{2}/g) ?? [];
  return placeholderColourLike([red, green, blue].map((channel) => Number.parseInt(channel, 16)));
}

function furtherCount({ cover_seed }: SourceGig): number {
  return cover_seed % 10 < 6 ? 1 + (cover_seed % 3) : 0;
}

/** Of all that a gig may show, what is least like the others; among equals what fits better, and the seed. */
function leastLike(gig: SourceGig, others: { drawing: Drawing; weight: number }[], seed: number): Drawing {
  const costOf = (drawing: Drawing, i: number): number =>
    others.reduce((sum, other) => sum + other.weight * likeness(drawing, other.drawing), 0) +
    i / 40 +
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

/** All that a gig may show, the most fitting scene first. */
function drawingsOf(gig: SourceGig, seed: number): Drawing[] {
  const possible = scenes[gig.subcategory] ?? scenes[gig.category];
  if (!possible) throw new Error(`${gig.category} has no kind of picture`);
  return possible
    .flatMap(compositionsOf)
    .flatMap((scene) => numbers(paletteCount).map((palette) => ({ ...scene, palette, seed })));
}

function compositionsOf(scene: Scene): Pick<Drawing, "kind" | "composition">[] {
  const [kind, only] = scene.split("/") as [CoverKind, string?];
  return (only ? [Number(only)] : numbers(compositionCount)).map((composition) => ({ kind, composition }));
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
