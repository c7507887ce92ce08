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

/** A kind of picture: all its compositions, or one of them. */
type Scene = CoverKind | `${CoverKind}/${0 | 1}`;

/** The scenes for a gig, best match first, by subcategory, or by category if the subcategory has no entry. */
const scenes: Record<string, Scene[]> = {
  "graphics-design": ["illustration", "photo", "logo"],
  "logo-design": ["logo", "package", "letter/0"],
  "web-design": ["web", "phone/0", "data/0"],
  illustration: ["illustration", "photo/1", "writing/0"],
  "print-packaging": ["package", "logo/1", "letter/0"],
  "brand-identity": ["logo", "package", "letter/0"],
  "presentation-design": ["business", "data", "marketing/1"],
  "social-media-graphics": ["phone/0", "photo", "logo/1"],
  "programming-tech": ["web", "data"],
  "web-development": ["web", "data", "business/1"],
  "ecommerce-development": ["web", "package/0", "phone/0"],
  wordpress: ["web", "phone/0"],
  "mobile-apps": ["phone", "web"],
  "scripts-automation": ["data", "accounts/1", "web/1"],
  "qa-testing": ["business/1", "phone/0", "web"],
  "digital-marketing": ["marketing", "data"],
  seo: ["marketing", "data", "writing/0"],
  ads: ["marketing", "data", "photo/1"],
  "social-media": ["phone", "photo", "translation/0"],
  "email-marketing": ["letter/0", "marketing", "phone/1"],
  "writing-translation": ["writing", "translation"],
  "content-writing": ["writing", "web/0"],
  "editing-proofreading": ["writing", "business/1"],
  "technical-writing": ["writing", "web/1"],
  translation: ["translation", "writing"],
  "cvs-cover-letters": ["letter", "business/1"],
  "video-animation": ["video", "photo/1"],
  "motion-graphics": ["video", "illustration/1", "logo/1"],
  "animated-explainers": ["illustration/1", "video"],
  "subtitles-captions": ["translation/0", "video"],
  "music-audio": ["music", "voice"],
  "voice-over": ["voice", "music/1"],
  "podcast-editing": ["voice", "music/1"],
  business: ["business", "data"],
  bookkeeping: ["accounts", "data"],
  "market-research": ["data", "marketing/1"],
  "virtual-assistant": ["business/1", "letter/0", "phone/1"],
  data: ["data", "web/1"],
  "data-entry": ["accounts/1", "data"],
  photography: ["photo", "illustration/1"],
  "ai-services": ["data", "web"],
  "ai-chatbots": ["phone/1", "translation/0", "web"],
  "prompt-design": ["phone/1", "writing/0"],
  lifestyle: ["illustration", "business/1"],
  "fitness-nutrition": ["health", "business/1"],
  "language-lessons": ["translation", "writing"],
  "travel-planning": ["travel", "photo/1", "illustration/1"],
  "games-coaching": ["play", "video/0"],
  "file-conversion": ["accounts/1", "web"],
  "ebook-conversion": ["writing/1", "accounts/1"],
  "audio-video-conversion": ["video", "music", "accounts/1"],
  "image-vectorising": ["logo", "illustration"],
};

/** The scene that the first picture of a gig shows if its title has one of these words. */
const scenesOfTitles: [RegExp, Scene][] = [
  [/\b(bottle|jar|carton|packaging|barcode)/i, "package"],
  [/\b(menu|meal|recipe|restaurants?|food)\b/i, "health/1"],
  [/\b(strength|workout)\b/i, "health/0"],
  [/\b(chatbot|AI)\b/, "phone/1"],
  [/\b(mobile app|app screens|installable app|app prototype|app store|three real phones)\b/i, "phone/0"],
  [/\b(newsletter|inbox|e-mail)\b/i, "letter/0"],
  [/\b(CV|cover letter)\b/, "letter/1"],
  [/\b(trip|walking plan)\b/i, "travel"],
  [/\bchess\b/i, "play/1"],
  [/\bgames?\b/i, "play/0"],
  [/\b(books and receipts|bookkeeping|prices, margins)\b/i, "accounts/0"],
  [/\bpodcast\b/i, "voice"],
];

/** How many preceding gigs a gig is compared with: one page of a listing. */
const comparedGigs = 20;

/** The pictures of every gig, by `ref`: one to three in addition to the main one. */
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
    const [, titled] = scenesOfTitles.find(([words]) => words.test(gig.title)) ?? [];
    const main = leastLike(gig, neighbours, gig.cover_seed, titled && [titled]);
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
  return 1 + (cover_seed % 3);
}

/**
 * The possible drawing of a gig that is least similar to others. Ties are decided by the best match and the
 * seed.
 */
function leastLike(
  gig: SourceGig,
  others: { drawing: Drawing; weight: number }[],
  seed: number,
  among = scenes[gig.subcategory] ?? scenes[gig.category],
): Drawing {
  const costOf = (drawing: Drawing, i: number): number =>
    others.reduce((sum, other) => sum + other.weight * likeness(drawing, other.drawing), 0) +
    i / 40 +
    ((seed + i * 7919) % 97) / 970;
  const [best] = drawingsOf(among ?? [], seed)
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

/** All possible drawings of some scenes, in their order. */
function drawingsOf(possible: Scene[], seed: number): Drawing[] {
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
