import { LRUCache } from "lru-cache";

/** A page in one of its forms, as it is stored. */
export type StoredPage = {
  /** The headers that reach the browser, without those that say how it may be shown again. */
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
  /** Identifies the page in each of its forms. */
  tag: string;
  /** The id of the gig that it shows; null if it shows none. */
  viewed: string | null;
  /** When it must be rendered again, in real UTC ms. */
  until: number;
};

/** In bytes. The memory of an isolate is 128 MB. */
const pages = new LRUCache<string, StoredPage>({
  maxSize: 8_000_000,
  sizeCalculation: ({ bytes }) => bytes.byteLength,
});

/**
 * Holds a page in the memory of this isolate until its time is over, in front of the page cache: reading a
 * cache takes longer than all the rest of an answer. The pages that were not asked for the longest go first.
 */
export function remember(id: string, page: StoredPage): void {
  pages.set(id, page);
}

/** The page, if this isolate holds it and its time is not over at `now`. */
export function recall(id: string, now: number): StoredPage | null {
  const page = pages.get(id);
  if (page && page.until > now) return page;
  pages.delete(id);
  return null;
}
