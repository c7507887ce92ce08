import { day } from "#app/lib/dates.ts";

/**
 * How long a draft lives, in ms (docs/specification.md#drafts): as long as the verify link that leads back to
 * it.
 */
export const draftLife = day;

/** A path with the id of a draft as its parameter, before any fragment. */
export function withDraft(path: string, id: string): string {
  const [page = "", fragment] = path.split("#");
  const draft = `${page}${page.includes("?") ? "&" : "?"}draft=${id}`;
  return fragment === undefined ? draft : `${draft}#${fragment}`;
}
