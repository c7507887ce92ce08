import { type SearchSort, searchSorts } from "#app/browse/listing.ts";
import { FilterFields } from "#app/browse/search/filter-fields.tsx";
import { FilterForm } from "#app/browse/search/filter-form.tsx";
import { activeFilters, type CategoryCount, type Filters } from "#app/browse/search/filters.ts";
import { parseSearchQuery, searchPath } from "#app/browse/search/search.ts";
import { SearchInput } from "#app/browse/search/search-input.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  q: string;
  sort: SearchSort;
  filters: Filters;
  categories: CategoryCount[];
  count: number;
  capped: boolean;
};

/**
 * Term, sort and filters in one GET form, so that each of its buttons submits all of them. It has no `page`
 * field: a new search begins at page 1. 'Search' requires a term. The filters do not, because filters and
 * sorts work without a term.
 */
export function SearchForm({ q, ...choices }: Props) {
  const active = activeFilters(choices.filters, choices.categories).length;
  return (
    <FilterForm
      action="/search"
      role="search"
      label="Search with filters"
      pathOf={(params) => searchPath(parseSearchQuery(params))}
    >
      <div className="ask">
        {/* Keyed by the term alone: text that is typed while other filters load is kept. */}
        <SearchInput id="qs" key={q} defaultValue={q} />
        <button type="submit" className="btn go">
          Search
        </button>
      </div>
      <details className="side">
        <summary>
          {`Filters and sorting${active > 0 ? ` (${active})` : ""}`}
          <Icon name="filter" />
        </summary>
        <FilterFields {...choices} sorts={searchSorts} />
      </details>
    </FilterForm>
  );
}
