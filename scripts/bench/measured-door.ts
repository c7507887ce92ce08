// The app's door with a count: each answer says in `x-rows-read` how many rows of the database it took. Nothing is kept in a cache, so
// that every page is read anew. Runs in the place of workers/app.ts, for `npm run bench -- rows` only.
import { measuredDatabase } from "#tests/support/bindings/measured-database.ts";
import app from "#workers/app.ts";

export { Inbox } from "#workers/app.ts";

const forgetful = { match: async () => undefined, put: async () => {}, delete: async () => false };
Object.defineProperty(globalThis, "caches", {
  value: { open: async () => forgetful, default: forgetful },
});

export default {
  async fetch(request, env, ctx) {
    const { database, read } = measuredDatabase(env.DB);
    const response = await app.fetch(request, { ...env, DB: database }, ctx);
    // What is still being read is counted only when the whole page is there.
    const body = response.body ? await response.arrayBuffer() : null;
    const answer = new Response(body, response);
    answer.headers.set("x-rows-read", String(read()));
    return answer;
  },
} satisfies ExportedHandler<Env>;
