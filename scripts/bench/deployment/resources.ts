import type { Database } from "#scripts/data/store.ts";
import { answerQueries } from "#tests/scripts/cloudflare-api.ts";
import type { Route } from "./api.ts";

const databaseId = "d1000000-0000-4000-8000-000000000001";

/** One database: its creation and its queries. */
export function databaseRoutes(database: Database): Route[] {
  const row = { uuid: databaseId, name: "handiwork", version: "production", created_at: "", num_tables: 0 };
  return [
    [/^(?:POST|GET) \/d1\/database$/, ({ request }) => ({ result: request.method === "GET" ? [row] : row })],
    [/^GET \/d1\/database\/[^/]+$/, () => ({ result: row })],
    [
      /^POST \/d1\/database\/([^/]+)\/query$/,
      async ({ request, id }) => {
        if (id !== databaseId) return { status: 404, code: 7404, message: `There is no database ${id}` };
        const query = (await request.json()) as { sql: string } | { batch: { sql: string }[] };
        return { result: await answerQueries(database, "batch" in query ? query.batch : [query]) };
      },
    ],
  ];
}

/** Buckets: their creation, and whether they exist. */
export function bucketRoutes(): Route[] {
  const names = new Set<string>();
  return [
    [
      /^POST \/r2\/buckets$/,
      async ({ request }) => {
        const { name } = (await request.json()) as { name: string };
        names.add(name);
        return { result: { name } };
      },
    ],
    [
      /^GET \/r2\/buckets\/([^/]+)$/,
      ({ id: name }) =>
        names.has(name)
          ? { result: { name } }
          : { status: 404, code: 10006, message: `There is no bucket ${name}` },
    ],
  ];
}

/** A queue, and the worker that consumes it. */
export type CreatedQueue = { id: string; name: string; consumer: string | null };

/** Queues with their consumers. @param queues gets those that are created */
export function queueRoutes(queues: CreatedQueue[]): Route[] {
  const shown = ({ id, name, consumer }: CreatedQueue) => {
    const worker = { consumer_id: id, service: consumer, environment: "production", type: "worker" };
    const consumers = consumer === null ? [] : [worker];
    const counts = { producers_total_count: 0, consumers_total_count: consumers.length };
    return { queue_id: id, queue_name: name, producers: [], consumers, ...counts };
  };
  return [
    [
      /^GET \/queues$/,
      ({ query }) => {
        const names = query.getAll("name");
        const found = queues.filter(({ name }) => names.length === 0 || names.includes(name));
        return { result: found.map(shown) };
      },
    ],
    [
      /^POST \/queues$/,
      async ({ request }) => {
        const { queue_name: name } = (await request.json()) as { queue_name: string };
        const queue = { id: `queue-${queues.length}`, name, consumer: null };
        queues.push(queue);
        return { result: shown(queue) };
      },
    ],
    [
      /^GET \/queues\/([^/]+)(?:\/consumers)?$/,
      ({ id, request }) => {
        const queue = queues.find((each) => each.id === id);
        if (!queue) return { status: 404, code: 11000, message: "Queue not found" };
        return { result: request.url.endsWith("/consumers") ? shown(queue).consumers : shown(queue) };
      },
    ],
    [
      /^(?:POST|PUT) \/queues\/([^/]+)\/consumers(?:\/[^/]+)?$/,
      async ({ request, id }) => {
        const { script_name: consumer } = (await request.json()) as { script_name: string };
        for (const queue of queues) if (queue.id === id) queue.consumer = consumer;
        return { result: {} };
      },
    ],
  ];
}
