// The local worker for `npm run bench -- rows`: each response reports in `x-rows-read` how many rows D1 read
// for it. The caches store nothing, so every page is read from the database.
import { measuredDatabase } from "#tests/support/bindings/measured-database.ts";
import app from "#workers/local/app.ts";

export { Inbox } from "#workers/app.ts";

const emptyCache = { match: async () => undefined, put: async () => {}, delete: async () => false };
Object.defineProperty(globalThis, "caches", {
  value: { open: async () => emptyCache, default: emptyCache },
});

export default {
  async fetch(request, env, ctx) {
    const { database, read } = measuredDatabase(env.DB);
    // One visitor makes all requests here.
    const READ_RATE: RateLimit = { limit: async () => ({ success: true }) };
    const response = await app.fetch(request, { ...env, DB: database, READ_RATE }, ctx);
    // Read the body first: a page may still run queries while it is streamed.
    const body = response.body ? await response.arrayBuffer() : null;
    const answer = new Response(body, response);
    answer.headers.set("x-rows-read", String(read()));
    return answer;
  },
} satisfies ExportedHandler<Env>;
