import { Link } from "@remix-run/react";
import type { Sort } from "#app/catalog/listing.ts";
import { type Filters, isFiltered } from "#app/catalog/search/filters.ts";
import { searchPath } from "#app/catalog/search/search.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  q: string;
  sort: Sort;
  filters: Filters;
  /** The search stopped at its bound: there may be results that it did not examine. */
  partial: boolean;
  failed: boolean;
};

/** What the page says if a search stopped at its bound (docs/specification.md#search-matching). */
export const partialResultsText = "Showing the best we could find quickly. Add a word.";

/**
 * A search without results (docs/specification.md#search-screen), with links to fewer filters and to all
 * gigs.
 */
export function NoResults({ q, sort, filters, partial, failed }: Props) {
  const filtered = isFiltered(filters);
  return (
    <Empty
      title={partial ? partialResultsText : "No results found"}
      text={noResultsText({ q, filtered, partial, failed })}
    >
      {failed ? (
        <Link className="btn" to={searchPath({ q, sort, filters })}>
          Try Again
        </Link>
      ) : null}
      {filtered ? (
        <Link className="btn" to={searchPath({ q, sort })}>
          Clear all filters
        </Link>
      ) : null}
      {q ? (
        <Link className="btn" to="/search">
          Browse All Services
        </Link>
      ) : null}
      {q || filtered ? null : (
        <Link className="btn" to="/">
          Return to Home
        </Link>
      )}
    </Empty>
  );
}

function noResultsText({
  q,
  filtered,
  partial,
  failed,
}: Omit<Props, "sort" | "filters"> & { filtered: boolean }) {
  if (failed) return "The search did not answer. Nothing is wrong with your words.";
  if (partial) return "None of those we looked at fits. There may be more further on.";
  if (filtered) return q ? "Try fewer filters, or another word." : "Take off a filter to see more.";
  return q ? "Try a shorter or a different word." : undefined;
}
