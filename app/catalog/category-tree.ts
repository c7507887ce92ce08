type Named = { name: string; slug: string };

/** A category of the index of all. Counts are of listed gigs; null: they are not known. */
export type IndexedCategory = Named & {
  count: number | null;
  subcategories: (Named & { count: number | null })[];
};

/**
 * The index of all categories: each with its subcategories in the order given. A category counts all its gigs, also those without a
 * subcategory. @param counts null: they could not be read, and none is shown
 */
export function indexOf(
  categories: (Named & { id: string })[],
  subcategories: (Named & { id: string; categoryId: string })[],
  counts: { categoryId: string; subcategoryId: string | null; count: number }[] | null,
): IndexedCategory[] {
  const sum = (of: (row: { categoryId: string; subcategoryId: string | null }) => boolean) =>
    counts === null ? null : counts.filter(of).reduce((total, row) => total + row.count, 0);
  return categories.map(({ id, name, slug }) => ({
    name,
    slug,
    count: sum((row) => row.categoryId === id),
    subcategories: subcategories
      .filter((sub) => sub.categoryId === id)
      .map((sub) => ({ name: sub.name, slug: sub.slug, count: sum((row) => row.subcategoryId === sub.id) })),
  }));
}
