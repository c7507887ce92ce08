import { Link } from "@remix-run/react";
import type { SearchSort } from "#app/browse/listing.ts";
import { activeFilters, type CategoryCount, type Filters } from "#app/browse/search/filters.ts";
import { searchPath } from "#app/browse/search/search.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = { q: string; sort: SearchSort; filters: Filters; categories: CategoryCount[] };

/**
 * The active filters, each a link that removes it, and a link that removes all. Nothing if no filter is
 * active.
 */
export function FilterChips({ q, sort, filters, categories }: Props) {
  const active = activeFilters(filters, categories);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link to={searchPath({ q, sort, filters: without })}>
            {label}
            <Icon name="close" />
            <span className="vh">remove this filter</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="clear" to={searchPath({ q, sort })}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}
