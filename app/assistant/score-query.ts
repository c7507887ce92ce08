import { points } from "#app/assistant/score.ts";
import type { Term } from "#app/assistant/terms.ts";
import { quoted } from "#app/browse/search/word-query.ts";

/**
 * The query of `gigs_stems_fts` for gigs with at least this score; null if no gig can have it. A
 * score is 5 for each term in the title and 3 for each in the description, so a gig has it if for some `a`
 * its title has `a` of the terms and its description as many as are still missing.
 * @param terms at least one, rarest first: a conjunction is read along its rarest terms
 * @param score at least 1
 */
export function scoreQuery(terms: readonly Term[], score: number): string | null {
  const ways: string[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (let inTitle = 0; inTitle <= terms.length && before > 0; inTitle++) {
    const missing = Math.max(0, Math.ceil((score - points.title * inTitle) / points.description));
    // If the description needs as many terms as before, more terms in the title add no new case.
    if (missing > terms.length || missing === before) continue;
    before = missing;
    ways.push(
      allOf([atLeast("title", terms, inTitle), atLeast("description", terms, missing)].filter(Boolean)),
    );
  }
  return ways.length > 0 ? anyOf(ways) : null;
}

/**
 * The query for at least `count` of the terms in some columns; empty if every gig has that many. It grows
 * much more slowly with the number of terms than a list of all combinations: for some `i`, one half has `i`
 * of them and the other half the rest.
 */
function atLeast(columns: string, terms: readonly Term[], count: number): string {
  if (count === 0) return "";
  const here = (term: Term) => `{${columns}} : ${termQuery(term)}`;
  if (count === 1) return anyOf(terms.map(here));
  if (count === terms.length) return allOf(terms.map(here));
  const [left, right] = [terms.slice(0, terms.length >> 1), terms.slice(terms.length >> 1)];
  const ways: string[] = [];
  for (let i = Math.max(0, count - right.length); i <= Math.min(left.length, count); i++)
    ways.push(allOf([atLeast(columns, left, i), atLeast(columns, right, count - i)].filter(Boolean)));
  return anyOf(ways);
}

/** The query for gigs with a term. The index takes the stem of each word itself. */
export function termQuery({ any }: Term): string {
  return anyOf(any.map(({ text }) => quoted(text)));
}

/** The query for gigs with at least `count` of the terms, in title or description. */
export function countQuery(terms: readonly Term[], count: number): string {
  return atLeast("title description", terms, count);
}

/** The query for gigs that two queries find. */
export function bothQuery(one: string, other: string): string {
  return allOf([one, other]);
}

/** How many times a query looks for a term. */
export function sizeOf(query: string): number {
  return query.split(" : ").length - 1;
}

function anyOf(ways: string[]): string {
  return ways.length === 1 ? (ways[0] ?? "") : `(${ways.join(" OR ")})`;
}

function allOf(parts: string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" AND ")})`;
}
