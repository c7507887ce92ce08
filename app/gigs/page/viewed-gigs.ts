/** How many viewed gigs are remembered (docs/specification.md#recently-viewed). */
export const maxViewed = 10;
/** How many of them a gig's page shows. */
export const maxViewedShown = 4;

/** How long the cookie remembers them, in seconds. */
export const viewedMaxAge = 365 * 24 * 3600;

/**
 * The key in the browser's storage (docs/specification.md#browser-storage). Its value is a JSON list, newest
 * first.
 */
export const viewedStorageKey = "recentlyViewed";

/** Adds an id: newest first, each id once, at most `maxViewed`. */
export function addViewed(ids: string[], id: string): string[] {
  return [id, ...ids.filter((one) => one !== id)].slice(0, maxViewed);
}

/** The ids in a text that joins them with dots. Anything that is not an id is ignored. */
export function parseIds(text: string): string[] {
  return text.split(".").filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id));
}

/** The ids in the value from the browser's storage. A value that is not a list of ids gives an empty list. */
export function parseStoredIds(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? parseIds(list.join(".")) : [];
  } catch {
    // Invalid JSON: start with an empty list.
    return [];
  }
}
