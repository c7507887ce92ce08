import { Link } from "@remix-run/react";
import { pageWindow } from "#app/lib/paging.ts";

/**
 * A list's pages (docs/specification.md#pagination). Previous and Next are plain text at the ends. Renders
 * nothing for a single page.
 * @param page from 1
 * @param total the last page
 */
export function Pagination({
  page,
  total,
  href,
}: {
  page: number;
  total: number;
  href: (page: number) => string;
}) {
  if (total < 2) return null;
  return (
    <nav className="pages" aria-label="Pages">
      <End to={page > 1 ? href(page - 1) : null} rel="prev" label="Previous" />
      {pageWindow(page, total).map((n) => (
        <Link key={n} to={href(n)} aria-current={n === page ? "page" : undefined}>
          <b className="vh">Page </b>
          {n}
        </Link>
      ))}
      <End to={page < total ? href(page + 1) : null} rel="next" label="Next" />
    </nav>
  );
}

function End({ to, rel, label }: { to: string | null; rel: string; label: string }) {
  return to ? (
    <Link to={to} rel={rel}>
      {label}
    </Link>
  ) : (
    <span className="off">{label}</span>
  );
}
