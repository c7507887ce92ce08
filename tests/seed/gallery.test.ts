import { expect, test } from "vitest";
import { type Gallery, galleries } from "#drizzle/seed/gallery.ts";
import { mainMotifs, relatedMotifs, relatedMotifsOfGigs } from "#drizzle/seed/motifs-of-gigs.ts";
import { altOf, draw, motifNames } from "#drizzle/seed/pictures/covers.mjs";
import { gigs, sellers } from "#drizzle/seed/source.ts";

const drawings = [...galleries].flatMap(([ref, { main, further }]) =>
  [main, ...further].map(({ drawing }) => ({ ref, ...drawing })),
);

test("There are at least 60 motifs, and every one is used", () => {
  expect(motifNames.length).toBeGreaterThanOrEqual(60);
  expect(motifNames.filter((name) => !drawings.some(({ motif }) => motif === name))).toEqual([]);
});

test("Every gig has its own motif, so no two cards of any page look alike", () => {
  expect(Object.keys(mainMotifs).sort()).toEqual(gigs.map(({ ref }) => ref).sort());
  expect(twice([...galleries.values()].map(({ main }) => main.drawing.motif))).toEqual([]);
});

test("No two pictures of the market share motif and palette", () => {
  expect(twice(drawings.map(({ motif, palette }) => `${motif} on ${palette}`))).toEqual([]);
});

test("The pictures of one gig differ in motif and in palette", () => {
  const repeats = [...galleries].filter(([, gallery]) =>
    (["motif", "palette"] as const).some(
      (part) => twice(all(gallery).map(({ drawing }) => drawing[part])).length,
    ),
  );
  expect(repeats).toEqual([]);
  expect([...galleries.values()].every(({ further }) => further.length > 0)).toBe(true);
});

test("Neighbours in a list have different palettes", () => {
  const palettes = gigs.map(({ ref }) => galleries.get(ref)?.main.drawing.palette);
  expect(palettes.filter((palette, i) => i > 0 && palette === palettes[i - 1])).toEqual([]);
});

test("Further motifs are listed for subcategories and gigs that exist", () => {
  const subcategories = new Set(gigs.map(({ subcategory }) => subcategory));
  expect(Object.keys(relatedMotifs).filter((slug) => !subcategories.has(slug))).toEqual([]);
  expect(Object.keys(relatedMotifsOfGigs).filter((ref) => !galleries.has(ref))).toEqual([]);
});

test("Every picture has numbers only, and says what it shows", () => {
  for (const drawing of drawings) {
    expect(draw(drawing)).not.toMatch(/NaN|undefined/);
    expect(altOf(drawing)).toMatch(/^Cut paper on [a-z ]+: .{12,90}[^.]$/);
  }
  expect(() => draw({ motif: "none", palette: "kraft", seed: 1 })).toThrow("There is no motif 'none'");
});

test("Every demo seller has a name besides the username", () => {
  for (const { username, full_name: name } of sellers) {
    expect(name).toMatch(/\S \S/);
    expect(name.toLowerCase()).not.toBe(username);
  }
});

function all({ main, further }: Gallery) {
  return [main, ...further];
}

/** The values that a list contains more than once. */
function twice<Item>(list: Item[]): Item[] {
  return list.filter((item, i) => list.indexOf(item) !== i);
}
