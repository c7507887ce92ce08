/** Ids of viewed gigs that are kept, and how many of them a gig's page shows (docs/specification.md#recently-viewed). */
export const viewedLimit = 10;
export const viewedShown = 4;

/** How long the server's cookie remembers them, in seconds. */
export const viewedFor = 365 * 24 * 3600;

/** Where the browser keeps them (docs/specification.md#browser-storage): a JSON list, newest first. */
export const viewedKey = "recentlyViewed";

/** The ids once this gig has been looked at: newest first, each once. */
export function withViewed(ids: string[], id: string): string[] {
  return [id, ...ids.filter((one) => one !== id)].slice(0, viewedLimit);
}

/** The ids in a text that joins them with dots; what is none is left out. */
export function idsOf(text: string): string[] {
  return text.split(".").filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id));
}

/** The ids as the browser's storage holds them; a text that is no list of ids is an empty one. */
export function storedIds(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? idsOf(list.join(".")) : [];
  } catch {
    // Whatever wrote that, the list begins anew.
    return [];
  }
}
