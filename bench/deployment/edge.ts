import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Database } from "#scripts/data/store.ts";

type Binding = { name: string; type: string } & Record<string, unknown>;

/** A worker as wrangler uploads it, with the secrets set before. */
export type Upload = {
  metadata: {
    main_module: string;
    compatibility_date: string;
    compatibility_flags: string[];
    bindings: Binding[];
    migrations?: { new_tag?: string };
  };
  modules: { name: string; content: string }[];
  files: { path: string; content: Buffer }[];
  secrets: Record<string, string>;
};

/** An email that the worker sent. */
export type SentMail = { to: string; subject: string; text: string };

/** Runs what was uploaded, with the bindings of its upload. The data is kept across deployments. */
export type Edge = {
  database: Database;
  /** Sends a request to the deployed worker, on its own origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  mails: SentMail[];
  /** What the worker logged as an error. */
  errors: string[];
  deploy(upload: Upload): Promise<void>;
  end(): Promise<void>;
};

const stores = { d1Databases: { DB: "the-database" }, r2Buckets: { BUCKET: "the-bucket" } };

/** @param folder for the data @param origin of the site */
export async function startEdge(folder: string, origin: string): Promise<Edge> {
  const mails: SentMail[] = [];
  const errors: string[] = [];
  const shared = {
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
      if (level === "error") errors.push(message);
    },
    upstream: origin,
    resourcePersistencePath: join(folder, "data"),
  };
  const nothing = { name: "nothing", modules: true, script: "export default {}", ...stores };
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...shared, workers: [nothing] }));
  const openDatabase = async () => (await miniflare.getD1Database("DB")) as unknown as Database;
  let database = await openDatabase();
  return {
    // The binding changes with each deployment.
    database: {
      prepare: (sql) => database.prepare(sql),
      batch: (statements) => database.batch(statements),
    },
    mails,
    errors,
    async fetch(path, init) {
      const answer = await miniflare.dispatchFetch(new URL(path, origin), init as never);
      return answer as unknown as Response;
    },
    async deploy(upload) {
      const assets = join(folder, "assets");
      writeFiles(assets, upload.files);
      const workers = [workerOf(upload, assets), mailHost((mail) => mails.push(mail))];
      await miniflare.setOptions(convertV4MiniflareOptions({ ...shared, workers }));
      database = await openDatabase();
    },
    end: () => miniflare.dispose(),
  };
}

function writeFiles(folder: string, files: Upload["files"]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The uploaded worker, with the bindings of its upload. @param assets the folder of its files */
function workerOf({ metadata, modules, secrets }: Upload, assets: string) {
  const named = <Value>(type: string, read: (binding: Binding) => Value): Record<string, Value> =>
    Object.fromEntries(
      metadata.bindings.flatMap((each) => (each.type === type ? [[each.name, read(each)]] : [])),
    );
  const queueOf = ({ queue_name: name }: Binding) => ({ queueName: String(name) });
  const queues = Object.values(named("queue", queueOf)).map(({ queueName }) => queueName);
  // The main module must come first.
  const ordered = modules.toSorted(
    (a, b) => Number(b.name === metadata.main_module) - Number(a.name === metadata.main_module),
  );
  return {
    name: "handiwork",
    modules: ordered.map(({ name, content }) => ({
      type: "ESModule" as const,
      path: join("/", name),
      contents: content,
    })),
    modulesRoot: "/",
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags,
    bindings: { ...named("plain_text", ({ text }) => String(text)), ...secrets },
    ...stores,
    durableObjects: named("durable_object_namespace", ({ class_name: className }) => ({
      className: String(className),
      useSQLite: true,
    })),
    queueProducers: named("queue", queueOf),
    queueConsumers: Object.fromEntries(queues.map((queue) => [queue, { maxBatchTimeout: 1 }])),
    ratelimits: named("ratelimit", ({ namespace_id, simple }) => ({ namespace_id, simple })) as never,
    images: { binding: "IMAGES" },
    assets: { directory: assets, binding: "ASSETS", routerConfig: { has_user_worker: true } },
    // Two stand-ins replace third parties: the sender of emails, and everything else outside.
    serviceBindings: { EMAIL: { name: "mail-host", entrypoint: "MailHost" } },
    outboundService: () => new Response("Nothing outside is reached", { status: 503 }) as never,
  };
}

/** The worker behind the email binding. */
function mailHost(keep: (mail: SentMail) => void) {
  return {
    name: "mail-host",
    modules: true as const,
    compatibilityDate: "2026-08-01",
    script: `import { WorkerEntrypoint } from "cloudflare:workers";
      export default {};
      export class MailHost extends WorkerEntrypoint {
        async send(mail) {
          await this.env.keeper.fetch("http://keeper", { method: "POST", body: JSON.stringify(mail) });
        }
      }`,
    serviceBindings: {
      keeper: async (request: { json(): Promise<unknown> }) => {
        keep((await request.json()) as SentMail);
        return new Response() as never;
      },
    },
  };
}
