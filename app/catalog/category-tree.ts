type Named = { name: string; slug: string };

/**
 * A category on the page of all categories. Counts are of listed gigs; null if they could not be read.
 * `icon`: the address of a picture.
 */
export type IndexedCategory = Named & {
  icon: string | null;
  count: number | null;
  subcategories: (Named & { count: number | null })[];
};

/**
 * Joins all categories with their subcategories and counts. A category's count includes its gigs without a
 * subcategory.
 * @param counts null if they could not be read: no count is shown
 */
export function buildCategoryTree(
  categories: (Named & { id: string; icon: string | null })[],
  subcategories: (Named & { id: string; categoryId: string })[],
  counts: { categoryId: string; subcategoryId: string | null; count: number }[] | null,
): IndexedCategory[] {
  const sum = (matches: (row: { categoryId: string; subcategoryId: string | null }) => boolean) =>
    counts === null ? null : counts.filter(matches).reduce((total, row) => total + row.count, 0);
  return categories.map(({ id, name, slug, icon }) => ({
    icon,
    name,
    slug,
    count: sum((row) => row.categoryId === id),
    subcategories: subcategories
      .filter((sub) => sub.categoryId === id)
      .map((sub) => ({ name: sub.name, slug: sub.slug, count: sum((row) => row.subcategoryId === sub.id) })),
  }));
}
