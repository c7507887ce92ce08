/**
 * A title as part of an address (spec.md section 3, gig): lower case, spaces to hyphens, non-word characters removed,
 * repeated hyphens collapsed, edges trimmed. "Word" is Unicode letters and digits (product.md section 2).
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}
