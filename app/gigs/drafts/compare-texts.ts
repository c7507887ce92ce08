import { fieldLabel } from "#app/gigs/drafts/field-label.ts";
import { differingNames, type Typed } from "#app/gigs/drafts/typed.ts";
import type { GigTexts } from "#drizzle/schema.ts";

/** A text, and the part of it that the other text does not have. Joined, the parts are the whole text. */
export type MarkedText = { before: string; changed: string; after: string };

/** A field that differs between two texts of a gig. */
type FieldDifference = { name: string; label: string; old: MarkedText; now: MarkedText };

/** A picture of a gig's text: its key, and its alternative text. */
export type ComparedPicture = { key: string; alt: string };

/**
 * `pictures`: null if both texts have the same ones, in the same order and with the same alternative texts.
 */
export type TextsDifference = {
  fields: FieldDifference[];
  pictures: { old: ComparedPicture[]; now: ComparedPicture[] } | null;
};

/**
 * The differences between two texts of a gig, in the order of the editor.
 * @param nameOf shows a value in words: the name of a category, for its id
 */
export function compareTexts(
  old: GigTexts,
  now: GigTexts,
  nameOf: (field: string, value: string) => string = (_, value) => value,
): TextsDifference {
  const fields = Object.keys(now.typed)
    .filter((step) => step !== "gallery")
    .flatMap((step) => {
      const [one, other]: Typed[] = [old.typed[step] ?? {}, now.typed[step] ?? {}];
      if (!one || !other) return [];
      return differingNames(one, other).map((name) => {
        const shown = (typed: Typed) => nameOf(name, typed[name] ?? "");
        return { name, label: fieldLabel(name), ...markChange(shown(one), shown(other)) };
      });
    });
  const [oldPictures, nowPictures] = [picturesOf(old), picturesOf(now)];
  const isSame = JSON.stringify(oldPictures) === JSON.stringify(nowPictures);
  return { fields, pictures: isSame ? null : { old: oldPictures, now: nowPictures } };
}

/** True if two texts of a gig have the same words and pictures. */
export function isSameTexts(one: GigTexts, other: GigTexts): boolean {
  const { fields, pictures } = compareTexts(one, other);
  return fields.length === 0 && pictures === null;
}

function picturesOf({ typed, pictures }: GigTexts): ComparedPicture[] {
  return pictures.map((key) => ({ key, alt: typed.gallery?.[`alt-${key}`] ?? "" }));
}

/** Marks the difference between two texts: everything between their common beginning and end. */
export function markChange(old: string, now: string): { old: MarkedText; now: MarkedText } {
  // Whole characters, so that no mark starts inside a surrogate pair.
  const [a, b] = [[...old], [...now]];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const marked = (text: string[]): MarkedText => ({
    before: text.slice(0, start).join(""),
    changed: text.slice(start, text.length - end).join(""),
    after: text.slice(text.length - end).join(""),
  });
  return { old: marked(a), now: marked(b) };
}
