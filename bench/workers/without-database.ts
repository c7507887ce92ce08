import { databaseProxy } from "#tests/support/bindings/database-proxy.ts";
import worker from "./without-caches.ts";

export { Inbox } from "#workers/app.ts";

/**
 * Like without-caches.ts, but repeated statements are answered from memory, which leaves only the product's
 * own time. Locally D1 is simulated in the same process; on Cloudflare it takes none of the worker's CPU
 * time.
 */
export default {
  fetch(request, env, ctx) {
    return worker.fetch(request, { ...env, DB: rememberingDatabase(env.DB) }, ctx);
  },
} satisfies ExportedHandler<Env>;

const answers = new Map<string, unknown>();

async function remember<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
  if (!answers.has(key)) answers.set(key, await read());
  return structuredClone(answers.get(key)) as Answer;
}

function rememberingDatabase(db: D1Database): D1Database {
  return databaseProxy(db, ({ method, statements }, run) =>
    remember(JSON.stringify([method, statements]), run),
  );
}
