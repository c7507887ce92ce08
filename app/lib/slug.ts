/**
 * A title as part of an address (docs/specification.md#slugs): lower case, spaces as hyphens, non-word
 * characters removed, repeated hyphens collapsed, edges trimmed. Word characters are Unicode letters and
 * digits.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}
