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

/** How many bytes of pages an isolate may hold. Its memory is 128 MB. */
const most = 8_000_000;

const pages = new Map<string, StoredPage>();
let size = 0;

/**
 * Holds a page in the memory of this isolate until its time is over, in front of the page cache: reading a
 * cache takes longer than all the rest of an answer. The pages that were read first go first.
 */
export function remember(id: string, page: StoredPage): void {
  forget(id);
  pages.set(id, page);
  size += page.bytes.byteLength;
  for (const oldest of pages.keys()) {
    if (size <= most) return;
    forget(oldest);
  }
}

/** The page, if this isolate holds it and its time is not over at `now`. */
export function recall(id: string, now: number): StoredPage | null {
  const page = pages.get(id);
  if (!page) return null;
  if (page.until > now) return page;
  forget(id);
  return null;
}

function forget(id: string): void {
  size -= pages.get(id)?.bytes.byteLength ?? 0;
  pages.delete(id);
}
