/** An error in a browser, as a page reports it (docs/specification.md#client-errors). */
type ClientError = {
  /** The id of the page's request; null if the browser did not report it. */
  page: string | null;
  /** The error's message without quoted parts, which may be text of the page. */
  message: string;
  /** The script's path with line and column. */
  place: string;
};

/** The longest report, in bytes. */
export const maxReportLength = 2048;

/**
 * Parses a report: `[message, place, serverTiming]` as JSON. Null if it is not a report, or if its place is
 * not a file of this origin.
 */
export function parseReport(text: string, origin: string): ClientError | null {
  const [message, place, timing] = listIn(text);
  if (typeof message !== "string" || typeof place !== "string" || !place.startsWith(`${origin}/`))
    return null;
  const id: unknown = Array.isArray(timing) ? timing[0]?.description : null;
  return {
    page: typeof id === "string" && /^[\w-]{1,40}$/.test(id) ? id : null,
    message: message.replace(/(["'`“‘])(?:(?!\1|[”’]).)*(?:\1|[”’]|$)/g, "…").slice(0, 200),
    place:
      (place.slice(origin.length).split(/[?#]/)[0] ?? "").slice(0, 200) +
      (/:\d+:\d+$/.exec(place)?.[0] ?? ""),
  };
}

function listIn(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    // Not one of our scripts.
    return [];
  }
}
