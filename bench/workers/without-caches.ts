import worker from "#workers/app.ts";

export { Inbox } from "#workers/app.ts";

const emptyCache = {
  match: async () => undefined,
  put: async () => {},
  delete: async () => false,
};

/** The production worker with caches that are always empty, so every page is rendered. */
Object.defineProperty(globalThis, "caches", { value: { open: async () => emptyCache } });

export default worker;
