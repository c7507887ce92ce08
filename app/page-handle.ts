/**
 * What a route declares about its page, in `export const handle`. The page cache and the styles of the page
 * are derived from it, so that a public page is declared only in its route.
 */
export type PageHandle = {
  /** The page's own stylesheet, which follows public.css: `import stylesheet from "./home.css?url"`. */
  stylesheet?: string;
  /**
   * How long a cached page may be served, in ms (docs/specification.md#cache-times). Absent: the page is
   * never cached.
   */
  ttl?: number;
  /** The query parameters of a cached page, in the order of its address. The cache ignores any others. */
  parameters?: Record<string, PageParameter>;
  /** The patterns that parameters of the path must match for the page to be cached. */
  segments?: Record<string, RegExp>;
  /**
   * `now` starts the scripts when the page is painted. Otherwise they wait for the visitor's first input
   * (docs/specification.md#scripts-on-intent).
   */
  scripts?: "now";
  /**
   * The maximum size of a viewer's form with files, in MB. Absent: the page's forms contain no files
   * (docs/specification.md#form-bounds).
   */
  uploads?: number;
  /** The page's forms may contain 256,000 characters instead of 64 KB (docs/specification.md#form-bounds). */
  longTexts?: true;
  /**
   * Visitors may also send the page's forms. If the database cannot tell who sent a form, it is handled as a
   * visitor's, so that the page can report this and keep the typed text.
   */
  formsOfVisitors?: true;
  /**
   * The page shows services, each with a heart: the frame contains the form of all hearts (app/gigs/saved).
   */
  hearts?: true;
  /** The methods that the address accepts besides GET, HEAD and POST. */
  methods?: readonly "DELETE"[];
};

/**
 * - A list: the known values, the default first. Any other value means the default.
 * - `page number`: a page of a list, from 1.
 * - `personal`: a page with this parameter contains text for one visitor and is never cached.
 * - `filter`: a page with a value of this parameter is never cached, because it has too many variants.
 */
type PageParameter = readonly string[] | "page number" | "personal" | "filter";

/** The `links` of a route: Remix loads the stylesheet before it shows the page on a client transition. */
export function linksOf({ stylesheet }: PageHandle) {
  return () => (stylesheet ? [{ rel: "stylesheet", href: stylesheet }] : []);
}

/** A route module's `handle`; empty if it has none. */
export function handleOf(module: { handle?: unknown } | undefined): PageHandle {
  return (module?.handle ?? {}) as PageHandle;
}
