import { type Api, serveApi } from "./api.ts";
import type { Edge } from "./edge.ts";
import { bucketRoutes, type CreatedQueue, databaseRoutes, queueRoutes } from "./resources.ts";
import { workerRoutes } from "./uploads.ts";

export type Cloudflare = Api & {
  queues: CreatedQueue[];
  /** The cron triggers of the deployed worker. */
  crons: string[];
};

/**
 * Stands in for Cloudflare's API at the wire, as far as docs/operations.md uses it through wrangler and our
 * scripts. What is uploaded runs at the edge.
 */
export async function cloudflare(edge: Edge): Promise<Cloudflare> {
  const queues: CreatedQueue[] = [];
  const crons: string[] = [];
  const workers = workerRoutes(edge, crons);
  const api = await serveApi([
    ...databaseRoutes(edge.database),
    ...bucketRoutes(),
    ...queueRoutes(queues),
    ...workers,
  ]);
  return { ...api, queues, crons };
}
