import { onTestFinished, vi } from "vitest";

/** Something that a cache was given. `head`: its headers, one per line. */
export type Kept = { key: string; head: string; body: string };

/** Everything that is put into any cache from now to the end of the test. */
export function keptFromNow(): Kept[] {
  const kept: Kept[] = [];
  const { put } = Cache.prototype;
  const spy = vi.spyOn(Cache.prototype, "put").mockImplementation(async function (
    this: Cache,
    key,
    response,
  ) {
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    kept.push({
      key: key instanceof Request ? key.url : String(key),
      head,
      body: await response.clone().text(),
    });
    return put.call(this, key, response);
  });
  onTestFinished(() => spy.mockRestore());
  return kept;
}
