/**
 * The query of a gig page for another page of its reviews. Other parameters are kept. Page 1 has no
 * parameter.
 * @returns empty, or a query that starts with `?`
 */
export function reviewPageSearch(search: string | URLSearchParams, page: number): string {
  const params = new URLSearchParams(search);
  if (page > 1) params.set("reviews", String(page));
  else params.delete("reviews");
  return params.size > 0 ? `?${params}` : "";
}
