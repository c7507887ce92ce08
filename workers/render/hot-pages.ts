import { LRUCache } from "lru-cache";
import { perIsolate } from "#app/lib/isolate-memory.ts";

/** A page in one of its forms, as stored. */
export type StoredPage = {
  /** The headers for the browser, without those about caching. */
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
  /** Identifies the page in both forms. */
  tag: string;
  /** The id of the gig it shows; null if none. */
  viewed: string | null;
  /** When it must be rendered again, in real UTC ms. */
  until: number;
};

/** The limit is in bytes. An isolate has 128 MB of memory. */
const pages = perIsolate(
  () =>
    new LRUCache<string, StoredPage>({
      maxSize: 8_000_000,
      sizeCalculation: ({ bytes }) => bytes.byteLength,
    }),
);

/**
 * Keeps a page in this isolate's memory until it expires, in front of the page cache: reading a cache takes
 * longer than the rest of the response. The least recently used pages are dropped first.
 */
export function remember(id: string, page: StoredPage): void {
  pages.value.set(id, page);
}

/** The page, if this isolate has it and it has not expired at `now`. */
export function recall(id: string, now: number): StoredPage | null {
  const page = pages.value.get(id);
  if (page && page.until > now) return page;
  pages.value.delete(id);
  return null;
}
