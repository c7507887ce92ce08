import { placeholderColourLike } from "#app/lib/placeholder-colour.ts";
import {
  altOf,
  backgroundOf,
  type CoverKind,
  compositionCount,
  type Drawing,
  paletteCount,
} from "./pictures/covers.mjs";
import { gigs, pictureKey, type SourceGig } from "./source.ts";

/** A picture of a gig: its storage key, its drawing and its alternative text. */
export type GalleryPicture = { key: string; drawing: Drawing; alt: string };
export type Gallery = { main: GalleryPicture; further: GalleryPicture[] };

/** A kind of picture, in all its compositions or in one of them. */
type Scene = CoverKind | `${CoverKind}/${0 | 1}`;

/** The scenes for a gig, best match first, by subcategory, or by category if the subcategory has no entry. */
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

/** How many preceding gigs a gig is compared with: one page of a listing. */
const comparedGigs = 20;

/**
 * The pictures of every gig, by `ref`. About six of ten gigs have one to three pictures besides the main one.
 */
export const galleries = assignDrawings();

/**
 * Assigns drawings to the gigs, oldest first. Neighbours in a list look different: each gig gets the drawing
 * that is least similar to the preceding ones in the whole market, in its category and in its subcategory.
 */
function assignDrawings(): Map<string, Gallery> {
  const assigned = new Map<string, Gallery>();
  const before: { gig: SourceGig; drawing: Drawing }[] = [];
  for (const gig of gigs) {
    const lists = [
      before,
      before.filter((other) => other.gig.category === gig.category),
      before.filter((other) => other.gig.subcategory === gig.subcategory),
    ];
    const neighbours = lists.flatMap((list) =>
      list.slice(0, comparedGigs).map(({ drawing }, distance) => ({ drawing, weight: 1 / (distance + 1) })),
    );
    const main = leastLike(gig, neighbours, gig.cover_seed);
    before.unshift({ gig, drawing: main });
    const shown = [main];
    for (let i = 1; i <= furtherCount(gig); i++) {
      const others = shown.map((drawing) => ({ drawing, weight: 1 }));
      shown.push(leastLike(gig, others, gig.cover_seed + i));
    }
    const [first, ...further] = shown.map((drawing, i) => ({
      key: `${pictureKey(i === 0 ? `cover:${gig.ref}` : `picture:${gig.ref}:${i}`)}-${placeholderClass(drawing)}`,
      drawing,
      alt: altOf(drawing),
    }));
    if (first) assigned.set(gig.ref, { main: first, further });
  }
  return assigned;
}

function placeholderClass(drawing: Drawing): string {
  const [red = "", green = "", blue = ""] = backgroundOf(drawing).match(/[\da-f]{2}/g) ?? [];
  return placeholderColourLike([red, green, blue].map((channel) => Number.parseInt(channel, 16)));
}

function furtherCount({ cover_seed }: SourceGig): number {
  return cover_seed % 10 < 6 ? 1 + (cover_seed % 3) : 0;
}

/**
 * The possible drawing of a gig that is least similar to others. Ties are decided by the best match and the
 * seed.
 */
function leastLike(gig: SourceGig, others: { drawing: Drawing; weight: number }[], seed: number): Drawing {
  const costOf = (drawing: Drawing, i: number): number =>
    others.reduce((sum, other) => sum + other.weight * likeness(drawing, other.drawing), 0) +
    i / 40 +
    ((seed + i * 7919) % 97) / 970;
  const [best] = drawingsOf(gig, seed)
    .map((drawing, i) => ({ drawing, cost: costOf(drawing, i) }))
    .sort((a, b) => a.cost - b.cost);
  if (!best) throw new Error(`${gig.ref} has no possible drawing`);
  return best.drawing;
}

/**
 * A repeated scene is the most noticeable, then repeated colours. Both together look like the same picture.
 */
function likeness(a: Drawing, b: Drawing): number {
  const sameKind = a.kind === b.kind;
  const sameScene = sameKind && a.composition === b.composition;
  const samePalette = a.palette === b.palette;
  return (sameScene ? 4 : sameKind ? 1 : 0) + (samePalette ? 3 : 0) + (sameScene && samePalette ? 20 : 0);
}

/** All possible drawings of a gig, best matching scene first. */
function drawingsOf(gig: SourceGig, seed: number): Drawing[] {
  const possible = scenes[gig.subcategory] ?? scenes[gig.category];
  if (!possible) throw new Error(`The category ${gig.category} has no scenes`);
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
