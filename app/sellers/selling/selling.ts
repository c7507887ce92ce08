import type { SpokenLanguage } from "#app/sellers/seller.ts";

/** How many languages a seller may list (docs/specification.md#selling-texts). */
const maxLanguages = 8;

/** The numbers of the form's rows of languages, from 1. */
export const languageRows = Array.from({ length: maxLanguages }, (_, index) => index + 1);

/** The names of the fields of each row: a language and its level. */
export const languageFields = languageRows.map((row) => [`language${row}`, `level${row}`]);

/** The names of the form's text fields. */
export const sellingFields = [...["skills", "experience", "country"], ...languageFields.flat()];

/** The fields of the form, by name. */
export type TypedSelling = Record<string, string>;

/** A seller's texts as the form's fields show them. */
export function typedSelling(seller: {
  skills: string;
  experience: string;
  country: string | null;
  languages: SpokenLanguage[];
}): TypedSelling {
  const { skills, experience, country, languages } = seller;
  const rows = languageRows.flatMap((row) => [
    [`language${row}`, languages[row - 1]?.name ?? ""],
    [`level${row}`, languages[row - 1]?.level ?? ""],
  ]);
  return { skills, experience, country: country ?? "", ...Object.fromEntries(rows) };
}

/** How many rows the form shows: the filled ones, and two more. */
export function shownRows(values: TypedSelling): number[] {
  const last = languageRows.findLast((row) => values[`language${row}`] || values[`level${row}`]) ?? 0;
  return languageRows.slice(0, last + 2);
}
