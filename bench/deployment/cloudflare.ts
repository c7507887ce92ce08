import { type ApiAnswer, answerQueries, serveApi } from "#tests/scripts/cloudflare-api.ts";
import type { Edge, Upload } from "./edge.ts";

/** `id`: the group of the route's pattern. */
type Call = { request: Request; query: URLSearchParams; id: string };
/** `POST /queues`, or a pattern. @throws Refusal */
type Route = [on: RegExp, answer: (call: Call) => unknown];
type Queue = { id: string; name: string; consumer: string | null };

/** An error with Cloudflare's code. */
class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Cloudflare = {
  /** Points wrangler and our scripts at this stand-in. */
  env: Record<string, string>;
  queues: Queue[];
  /** The cron triggers of the deployed worker. */
  crons: string[];
  /** Requests without a route. */
  unknown: string[];
  end(): Promise<void>;
};

const account = "an-account";
const databaseId = "d1000000-0000-4000-8000-000000000001";
/** A token that wrangler can read: it decodes the middle part. */
const jwt = ["{}", "{}", ""].map((part) => Buffer.from(part).toString("base64url")).join(".");

/**
 * A stand-in for Cloudflare's HTTP API, as far as docs/operations.md uses it through wrangler and our
 * scripts. What is uploaded runs in the edge.
 */
export async function cloudflare(edge: Edge): Promise<Cloudflare> {
  const [unknown, crons, queues]: [string[], string[], Queue[]] = [[], [], []];
  const routes = [...resourceRoutes(edge, queues), ...workerRoutes(edge, crons)];
  const answerTo = async (request: Request): Promise<ApiAnswer> => {
    const { pathname, searchParams: query } = new URL(request.url);
    const asked = `${request.method} ${pathname.replace(`/accounts/${account}`, "")}`;
    try {
      for (const [on, answer] of routes) {
        const match = on.exec(asked);
        if (!match) continue;
        const result = await answer({ request, query, id: match[1] ?? "" });
        const pages = { page: 1, per_page: 100, total_pages: 1, count: 1, total_count: 1 };
        return { content: { success: true, errors: [], messages: [], result, result_info: pages } };
      }
      unknown.push(asked);
      throw new Refusal(404, 7003, `No such address: ${asked}`);
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(400, 7500, String(error));
      return { status, content: { success: false, result: null, messages: [], errors: [{ code, message }] } };
    }
  };
  const { base, end } = await serveApi(answerTo);
  const env = {
    CLOUDFLARE_API_BASE_URL: base,
    CLOUDFLARE_API_TOKEN: "a-token",
    CLOUDFLARE_ACCOUNT_ID: account,
  };
  return { env, queues, crons, unknown, end };
}

/** One database, and buckets and queues that can be created. @param queues receives the queues */
function resourceRoutes(edge: Edge, queues: Queue[]): Route[] {
  const database = {
    uuid: databaseId,
    name: "handiwork",
    version: "production",
    created_at: "",
    num_tables: 0,
  };
  const buckets = new Set<string>();
  const shown = ({ id, name, consumer: service }: Queue) => {
    const worker = { consumer_id: id, service, environment: "production", type: "worker" };
    const consumers = service === null ? [] : [worker];
    const counts = { producers_total_count: 0, consumers_total_count: consumers.length };
    return { queue_id: id, queue_name: name, producers: [], consumers, ...counts };
  };
  const queueOf = (id: string) => {
    const queue = queues.find((each) => each.id === id);
    if (!queue) throw new Refusal(404, 11000, "Queue not found");
    return queue;
  };
  return [
    [/^GET \/d1\/database$/, () => [database]],
    [/^POST \/d1\/database$/, () => database],
    [/^GET \/d1\/database\/[^/]+$/, () => database],
    [
      /^POST \/d1\/database\/([^/]+)\/query$/,
      async ({ request, id }) => {
        if (id !== databaseId) throw new Refusal(404, 7404, `There is no database ${id}`);
        const query = await read<{ sql: string } | { batch: { sql: string }[] }>(request);
        return await answerQueries(edge.database, "batch" in query ? query.batch : [query]);
      },
    ],
    [
      /^POST \/r2\/buckets$/,
      async ({ request }) => {
        const { name } = await read<{ name: string }>(request);
        buckets.add(name);
        return { name };
      },
    ],
    [
      /^GET \/r2\/buckets\/([^/]+)$/,
      ({ id: name }) => {
        if (!buckets.has(name)) throw new Refusal(404, 10006, `There is no bucket ${name}`);
        return { name };
      },
    ],
    [
      /^GET \/queues$/,
      ({ query }) => {
        const names = query.getAll("name");
        return queues.filter(({ name }) => names.length === 0 || names.includes(name)).map(shown);
      },
    ],
    [
      /^POST \/queues$/,
      async ({ request }) => {
        const { queue_name: name } = await read<{ queue_name: string }>(request);
        const queue = { id: `queue-${queues.length}`, name, consumer: null };
        queues.push(queue);
        return shown(queue);
      },
    ],
    [/^GET \/queues\/([^/]+)$/, ({ id }) => shown(queueOf(id))],
    [/^GET \/queues\/([^/]+)\/consumers$/, ({ id }) => shown(queueOf(id)).consumers],
    [
      /^(?:POST|PUT) \/queues\/([^/]+)\/consumers(?:\/[^/]+)?$/,
      async ({ request, id }) => {
        queueOf(id).consumer = (await read<{ script_name: string }>(request)).script_name;
        return {};
      },
    ],
  ];
}

/** The worker's secrets, its files, its code and its cron triggers. @param crons receives the triggers */
function workerRoutes(edge: Edge, crons: string[]): Route[] {
  const secrets = new Map<string, string>();
  /** By hash. */
  const contents = new Map<string, Buffer>();
  let manifest: Record<string, { hash: string }> = {};
  /** The tag of its last Durable Object migration; null: there is no worker, "": it has no code yet. */
  let tag: string | null = null;
  const script = () => ({
    ...{ id: "handiwork", tag: "a-tag", tags: [], last_deployed_from: "wrangler" },
    ...(tag && { migration_tag: tag }),
  });
  const requireWorker = () => {
    if (tag === null) throw new Refusal(404, 10007, "This Worker does not exist on your account.");
  };
  /** @returns the response to an upload, and the response for a version */
  const store = async ({ request }: Call) => {
    const form = await request.formData();
    const metadata = JSON.parse(await textOf(form.get("metadata"))) as Upload["metadata"];
    tag = metadata.migrations?.new_tag ?? tag ?? "";
    const ids = { id: "a0000000-0000-4000-8000-000000000001", deployment_id: "d".repeat(32) };
    const answer = {
      ...ids,
      etag: "an-etag",
      startup_time_ms: 1,
      resources: { script: { etag: "an-etag" } },
    };
    // The first `wrangler secret put` uploads a worker that does nothing.
    if (metadata.bindings.length === 0) return answer;
    const modules: Upload["modules"] = [];
    for (const [name, part] of form)
      if (name !== "metadata") modules.push({ name, content: await textOf(part) });
    const files = Object.entries(manifest).map(([path, { hash }]) => {
      const content = contents.get(hash);
      if (!content) throw new Error(`${path} was not uploaded`);
      return { path, content };
    });
    await edge.deploy({ metadata, modules, files, secrets: Object.fromEntries(secrets) });
    return answer;
  };
  return [
    [
      /^GET \/workers\/services\/handiwork$/,
      () => {
        requireWorker();
        return { default_environment: { environment: "production", script: script() } };
      },
    ],
    [/^GET \/workers\/scripts$/, () => (tag === null ? [] : [script()])],
    [
      /^GET \/workers\/scripts\/handiwork\/secrets$/,
      () => {
        requireWorker();
        return [...secrets.keys()].map((name) => ({ name, type: "secret_text" }));
      },
    ],
    [
      /^PUT \/workers\/scripts\/handiwork\/secrets$/,
      async ({ request }) => {
        requireWorker();
        const { name, text } = await read<{ name: string; text: string }>(request);
        secrets.set(name, text);
        return { name, type: "secret_text" };
      },
    ],
    [
      /^POST \/workers\/scripts\/handiwork\/assets-upload-session$/,
      async ({ request }) => {
        ({ manifest } = await read<{ manifest: typeof manifest }>(request));
        const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
        const missing = [...hashes].filter((hash) => !contents.has(hash));
        return { jwt, buckets: missing.length > 0 ? [missing] : [] };
      },
    ],
    [
      /^POST \/workers\/assets\/upload$/,
      async ({ request }) => {
        for (const [hash, part] of await request.formData())
          contents.set(hash, Buffer.from(await textOf(part), "base64"));
        return { jwt };
      },
    ],
    // The first upload of a worker, and uploads with a Durable Object migration.
    [/^PUT \/workers\/scripts\/handiwork$/, store],
    [/^POST \/workers\/scripts\/handiwork\/versions$/, store],
    [
      /^(?:GET|POST) \/workers\/scripts\/handiwork\/deployments$/,
      () => ({ id: "a-deployment", deployments: [] }),
    ],
    [/^GET \/workers\/scripts\/handiwork\/settings$/, () => ({ bindings: [] })],
    [/^PATCH \/workers\/scripts\/handiwork\/script-settings$/, () => ({})],
    [
      /^(?:GET|POST) \/workers\/scripts\/handiwork\/subdomain$/,
      () => ({ enabled: true, previews_enabled: false }),
    ],
    [/^GET \/workers\/subdomain$/, () => ({ subdomain: "a-subdomain" })],
    [
      /^PUT \/workers\/scripts\/handiwork\/schedules$/,
      async ({ request }) => {
        const sent = await read<{ cron: string }[]>(request);
        crons.splice(0, crons.length, ...sent.map(({ cron }) => cron));
        return { schedules: [] };
      },
    ],
  ];
}

async function read<Body>(request: Request): Promise<Body> {
  return (await request.json()) as Body;
}

async function textOf(part: FormDataEntryValue | null): Promise<string> {
  return typeof part === "string" ? part : ((await part?.text()) ?? "");
}
