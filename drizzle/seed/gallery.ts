import { placeholderColourLike } from "#app/lib/placeholder-colour.ts";
import { type MotifWithWords, mainMotifs, relatedMotifs, relatedMotifsOfGigs } from "./motifs-of-gigs.ts";
import { altOf, backgroundOf, type Drawing, palettesOf } from "./pictures/covers.mjs";
import { gigs, pictureKey, type SourceGig } from "./source.ts";

/** A picture of a gig: its storage key, its drawing and its alternative text. */
export type GalleryPicture = { key: string; drawing: Drawing; alt: string };
export type Gallery = { main: GalleryPicture; further: GalleryPicture[] };

/** How many preceding gigs a gig is compared with: one page of a listing. */
const comparedGigs = 20;

/** The pictures of every gig, by `ref`: one to three in addition to the main one. */
export const galleries = assignDrawings();

/**
 * Assigns drawings to the gigs, oldest first. A gig's first motif is its own; its palette is the one that the
 * preceding gigs in the whole market, in its category and in its subcategory use least.
 */
function assignDrawings(): Map<string, Gallery> {
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
    const own = mainMotifs[gig.ref];
    if (!own) throw new Error(`${gig.ref} has no motif`);
    before.unshift({ gig, drawing: leastLike(gig, neighbours, gig.cover_seed, [own]) });
  }
  const drawn = before.map(({ drawing }) => drawing);
  return new Map(
    before.toReversed().map(({ gig, drawing }) => {
      const further = furtherOf(gig, drawing, drawn);
      drawn.push(...further);
      const pictures = further.map((each, i) => pictureOf(each, `picture:${gig.ref}:${i + 1}`));
      return [gig.ref, { main: pictureOf(drawing, `cover:${gig.ref}`), further: pictures }];
    }),
  );
}

/**
 * The one to three further drawings of a gig: motifs and palettes that it has not shown, and that no picture
 * in `drawn` combines, as far as possible.
 */
function furtherOf(gig: SourceGig, main: Drawing, drawn: Drawing[]): Drawing[] {
  const related = relatedMotifsOfGigs[gig.ref] ?? relatedMotifs[gig.subcategory] ?? [];
  const shown = [main];
  for (let i = 1; i <= furtherCount(gig); i++) {
    const motifs = related.filter((one) => !shown.some(({ motif }) => motif === motifOf(one)));
    if (motifs.length === 0) break;
    const others = [
      ...shown.map((drawing) => ({ drawing, weight: 1 })),
      ...drawn.map((drawing) => ({ drawing, weight: 0 })),
    ];
    shown.push(leastLike(gig, others, gig.cover_seed + i, motifs));
  }
  return shown.slice(1);
}

function pictureOf(drawing: Drawing, ref: string): GalleryPicture {
  return { key: `${pictureKey(ref)}-${placeholderClass(drawing)}`, drawing, alt: altOf(drawing) };
}

function placeholderClass(drawing: Drawing): string {
  const [red = "", green = "", blue = ""] = backgroundOf(drawing).match(/[\da-f]{2}/g) ?? [];
  return placeholderColourLike([red, green, blue].map((channel) => Number.parseInt(channel, 16)));
}

function furtherCount({ cover_seed }: SourceGig): number {
  return 1 + (cover_seed % 3);
}

/**
 * The possible drawing of a gig that is least like others. Ties are decided by the order of the motifs and
 * the seed.
 */
function leastLike(
  gig: SourceGig,
  others: { drawing: Drawing; weight: number }[],
  seed: number,
  motifs: MotifWithWords[],
): Drawing {
  const costOf = (drawing: Drawing, i: number): number =>
    others
      .filter(({ drawing: other }) => other.palette === drawing.palette)
      .reduce(
        (sum, { drawing: other, weight }) => sum + weight + (other.motif === drawing.motif ? 20 : 0),
        0,
      ) +
    ((seed + i * 7919) % 97) / 970;
  const [best] = motifs
    .flatMap((motif) => drawingsOf(motif, seed))
    .map((drawing, i) => ({ drawing, cost: costOf(drawing, i) }))
    .sort((a, b) => a.cost - b.cost);
  if (!best) throw new Error(`${gig.ref} has no possible drawing`);
  return best.drawing;
}

function motifOf(motif: MotifWithWords): string {
  return typeof motif === "string" ? motif : motif[0];
}

/** A motif in all its palettes. */
function drawingsOf(motif: MotifWithWords, seed: number): Drawing[] {
  const [name, ...words] = typeof motif === "string" ? [motif] : motif;
  return palettesOf(name).map((palette) => ({ motif: name, palette, ...(words.length && { words }), seed }));
}
