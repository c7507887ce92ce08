import { Link } from "@remix-run/react";
import type { SearchSort } from "#app/browse/listing.ts";
import { type Filters, isFiltered } from "#app/browse/search/filters.ts";
import { searchPath } from "#app/browse/search/search.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  q: string;
  sort: SearchSort;
  filters: Filters;
  /** The search stopped at its bound: there may be results that it did not examine. */
  partial: boolean;
  failed: boolean;
  /** Services that match the words are shown below. */
  hasWordMatches: boolean;
};

/** Shown if a search stopped at its bound (docs/specification.md#search-matching). */
export const partialResultsText = "Showing the best we could find quickly. Add a word.";

/**
 * A search without results (docs/specification.md#search-screen), with links that remove filters or show all
 * gigs.
 */
export function NoResults({ q, sort, filters, partial, failed, hasWordMatches }: Props) {
  const filtered = isFiltered(filters);
  const title = partial ? partialResultsText : "No results found";
  const text = noResultsText({ q, filtered, partial, failed });
  // Short, so that the services below are visible.
  if (hasWordMatches)
    return (
      <div className="note">
        <div>
          <p>
            <strong>{title}</strong>
          </p>
          <p>
            {filtered ? `${text} ` : text}
            {filtered ? <Link to={searchPath({ q, sort })}>Clear all filters</Link> : null}
          </p>
        </div>
      </div>
    );
  return (
    <Empty title={title} text={text}>
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
}: Pick<Props, "q" | "partial" | "failed"> & { filtered: boolean }) {
  if (failed) return "The search did not respond. Please try again.";
  if (partial) return "None of the services we checked match. There may be more.";
  if (filtered) return q ? "Try fewer filters, or another word." : "Remove a filter to see more.";
  return q ? "Try a shorter or different word." : undefined;
}
