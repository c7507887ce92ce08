import { Form, Link } from "@remix-run/react";
import { resultsPath, type Sort } from "#app/browse/listing.ts";
import { SortSelect } from "#app/browse/sort-select.tsx";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  category: { slug: string; subcategories: { name: string; slug: string }[] };
  /** The slug of the selected subcategory; null if the whole category is shown. */
  selected: string | null;
  sort: Sort;
  /** The listing's own address, for another sort. It does not depend on reading the subcategories. */
  base: string;
};

/**
 * The subcategories and sorts of a listing (docs/specification.md#category-listing). Each links to page 1.
 */
export function ListingSide({ category, selected, sort, base }: Props) {
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
        Subcategories and sorting
        <Icon name="filter" />
      </summary>
      <h2 id="sub">Subcategories</h2>
      <ul aria-labelledby="sub">
        {[all, ...subcategories].map((item) => (
          <li key={item.base}>
            <Link
              to={resultsPath(item.base, { sort })}
              aria-current={item.slug === selected ? "page" : undefined}
            >
              {item.name}
            </Link>
          </li>
        ))}
      </ul>
      <Form action={base} className="stack mt-6">
        <SortSelect sort={sort} />
        <button type="submit" className="btn wide">
          Apply
        </button>
      </Form>
    </details>
  );
}
