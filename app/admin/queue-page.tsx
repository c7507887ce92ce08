import type { ReactNode } from "react";
import { AdminFrame, type FrameProps } from "#app/admin/admin-frame.tsx";
import { refusalToText } from "#app/admin/list-search.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = FrameProps & {
  title: string;
  /** Next to the title. */
  aside?: ReactNode;
  filters?: ReactNode;
  /** Shown instead of the rows if there are none; null if there are rows. */
  empty?: ReactNode;
  pages?: Pages;
  children?: ReactNode;
};

/** Addresses; null if there is no such page. */
type Pages = { first: string | null; next: string | null };

/** A list page of the console: title, filters, rows or an empty state, and links to other pages. */
export function QueuePage({ current, title, aside, filters, empty, pages, children }: Props) {
  return (
    <AdminFrame current={current}>
      <div className="head">
        <h1 className="stitch">{title}</h1>
        {aside}
      </div>
      {filters}
      {empty ?? children}
      {pages ? <Pager {...pages} /> : null}
    </AdminFrame>
  );
}

/**
 * The links to the pages of a list, from the search that it shows.
 * @param next the cursor of the next page; null on the last page
 */
export function pagesOf<Cursor, Search extends { after: Cursor | null }>(
  toPath: (search: Search) => string,
  search: Search,
  next: Cursor | null,
): Pages {
  return {
    first: search.after === null ? null : toPath({ ...search, after: null }),
    next: next === null ? null : toPath({ ...search, after: next }),
  };
}

/** Links to the first and the next page of a list. */
export function Pager({ first, next }: Pages) {
  if (first === null && next === null) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {first === null ? null : <a href={first}>First page</a>}
      {next === null ? null : (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}

type NoMatchesProps = {
  q: string;
  /** What can be searched for. */
  hint: string;
  /** True if the search stopped before the last row: the next page continues it. */
  isUnfinished?: boolean;
  none: { title: string; text: string };
};

/** The empty state of a search: refused, unfinished, or without a match. */
export function NoMatches({ q, hint, isUnfinished, none }: NoMatchesProps) {
  const refusal = refusalToText(q);
  if (refusal) return <Empty title={refusal} text={hint} />;
  return isUnfinished ? <Empty {...unfinished} /> : <Empty {...none} />;
}

const unfinished = {
  title: "No matches so far",
  text: "Not everything fits into one search. Continue with the next page.",
};
