import { Link } from "@remix-run/react";
import { sorts } from "#app/browse/listing.ts";
import { type ListingQuery, listingPath, parseListingQuery } from "#app/browse/listing-query.ts";
import { FilterFields } from "#app/browse/search/filter-fields.tsx";
import { FilterForm } from "#app/browse/search/filter-form.tsx";
import { activeFilters } from "#app/browse/search/filters.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = Omit<ListingQuery, "page"> & {
  category: { slug: string; subcategories: { name: string; slug: string }[] };
  /** The slug of the selected subcategory; null if the whole category is shown. */
  selected: string | null;
  /** The listing's own address, for other filters. It does not depend on reading the subcategories. */
  base: string;
  count: number;
  /** There are more gigs than `count`. */
  capped: boolean;
};

/**
 * The subcategories, sorts and filters of a listing (docs/specification.md#category-listing). Each links to
 * page 1.
 */
export function ListingSide({ category, selected, base, ...choices }: Props) {
  const { sort, filters } = choices;
  const active = activeFilters(filters, []).length;
  const all = {
    name: "All Services",
    slug: null,
    base: href("/categories/:category", { category: category.slug }),
  };
  const subcategories = category.subcategories.map((sub) => ({
    ...sub,
    base: href("/categories/:category/:subcategory", { category: category.slug, subcategory: sub.slug }),
  }));
  return (
    <details className="side">
      <summary>
        {`Subcategories and filters${active > 0 ? ` (${active})` : ""}`}
        <Icon name="filter" />
      </summary>
      <h2 id="sub">Subcategories</h2>
      <ul aria-labelledby="sub">
        {[all, ...subcategories].map((item) => (
          <li key={item.base}>
            <Link
              to={listingPath(item.base, { sort, filters })}
              aria-current={item.slug === selected ? "page" : undefined}
            >
              {item.name}
            </Link>
          </li>
        ))}
      </ul>
      <FilterForm
        action={base}
        label="Sort and filter"
        pathOf={(params) => listingPath(base, { ...parseListingQuery(params), page: 1 })}
      >
        <FilterFields {...choices} sorts={sorts} />
      </FilterForm>
    </details>
  );
}
