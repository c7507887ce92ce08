import { Link } from "@remix-run/react";
import { activeFilters, type Filters, noFilters } from "#app/browse/search/filters.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  filters: Filters;
  /** The names of the categories. */
  categories?: { slug: string; name: string }[];
  /** The address with these filters instead. */
  pathOf: (filters: Filters) => string;
};

/**
 * The active filters, each a link that removes it, and a link that removes all. Nothing if no filter is
 * active.
 */
export function FilterChips({ filters, categories = [], pathOf }: Props) {
  const active = activeFilters(filters, categories);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link to={pathOf(without)}>
            {label}
            <Icon name="close" />
            <span className="vh">remove this filter</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="clear" to={pathOf(noFilters)}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}
