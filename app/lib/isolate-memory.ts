type Kept = { value: unknown; first: () => unknown };

declare global {
  var isolateMemory: Kept[] | undefined;
}

/**
 * A value that the isolate keeps between requests. All state of the worker that would change a later response
 * is kept this way, so that tests can share an isolate, which compiles the product once, and still start from
 * nothing.
 * @param first creates the value of a new isolate
 */
export function perIsolate<Value>(first: () => Value): { value: Value } {
  const kept = { value: first(), first };
  // Global because tests load some modules twice: within the worker, and from the sources.
  globalThis.isolateMemory ??= [];
  globalThis.isolateMemory.push(kept);
  return kept;
}

/** Resets all of these values to those of a new isolate. For tests. */
export function forgetAll(): void {
  for (const kept of globalThis.isolateMemory ?? []) kept.value = kept.first();
}
