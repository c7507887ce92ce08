import { gunzipSync } from "node:zlib";
import { onTestFinished, vi } from "vitest";

/**
 * An entry that was put into a cache. `head` contains its headers, one per line. `body` is text, even for a
 * compressed entry.
 */
export type CachedEntry = { key: string; head: string; body: string };

/** Records every entry that is put into a cache, until the end of the test. */
export function recordCacheEntries(): CachedEntry[] {
  const cached: CachedEntry[] = [];
  const { put } = Cache.prototype;
  const spy = vi.spyOn(Cache.prototype, "put").mockImplementation(async function (
    this: Cache,
    key,
    response,
  ) {
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    cached.push({
      key: key instanceof Request ? key.url : String(key),
      head,
      body: textOf(await response.clone().bytes()),
    });
    return put.call(this, key, response);
  });
  onTestFinished(() => spy.mockRestore());
  return cached;
}

function textOf(bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(isGzip ? gunzipSync(bytes) : bytes);
}
