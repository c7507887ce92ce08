type Runtime = typeof import("cloudflare:test");

declare global {
  var testRuntime: Promise<Runtime> | undefined;
}

// All test files of a runtime share this module: it has no state of theirs, and evaluating it takes 0.3 s.
globalThis.testRuntime ??= import("cloudflare:test");

/** What the runtime offers to tests. */
export const {
  applyD1Migrations,
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  evictDurableObject,
  getQueueResult,
  reset,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} = await globalThis.testRuntime;
