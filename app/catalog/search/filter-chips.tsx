import { Link } from "@remix-run/react";
import type { Sort } from "#app/catalog/listing.ts";
import { activeFilters, type Filters } from "#app/catalog/search/filters.ts";
import { searchPath } from "#app/catalog/search/search.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * The active filters, each a link that removes it, and a link that removes all. Nothing if no filter is
 * active.
 */
export function FilterChips({ q, sort, filters }: { q: string; sort: Sort; filters: Filters }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filters that are on">
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
