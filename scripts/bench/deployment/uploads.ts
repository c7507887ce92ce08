import type { Answer, Route } from "./api.ts";
import type { Edge, Upload } from "./edge.ts";

/** The worker's secrets, its files, its code and its cron triggers. @param crons gets the triggers */
export function workerRoutes(edge: Edge, crons: string[]): Route[] {
  const secrets = new Map<string, string>();
  /** By hash. */
  const contents = new Map<string, Buffer>();
  let manifest: Record<string, { hash: string }> = {};
  /** Of the last migration of its Durable Objects; null: there is no worker, "": it has no code yet. */
  let tag: string | null = null;

  const noWorker: Answer = {
    status: 404,
    code: 10007,
    message: "This Worker does not exist on your account.",
  };
  const script = () => ({
    ...{ id: "handiwork", tag: "a-tag", tags: [], last_deployed_from: "wrangler" },
    ...(tag && { migration_tag: tag }),
  });
  const store = async (request: Request): Promise<void> => {
    const form = await request.formData();
    const metadata = JSON.parse(await textOf(form.get("metadata"))) as Upload["metadata"];
    tag = metadata.migrations?.new_tag ?? tag ?? "";
    // The first `wrangler secret put` uploads a worker that does nothing.
    if (metadata.bindings.length === 0) return;
    const modules: Upload["modules"] = [];
    for (const [name, part] of form)
      if (name !== "metadata") modules.push({ name, content: await textOf(part) });
    const files = Object.entries(manifest).map(([path, { hash }]) => {
      const content = contents.get(hash);
      if (!content) throw new Error(`${path} was not uploaded`);
      return { path, content };
    });
    await edge.deploy({ metadata, modules, files, secrets: Object.fromEntries(secrets) });
  };
  const uploaded = { id: "handiwork", etag: "an-etag", deployment_id: "d".repeat(32), startup_time_ms: 1 };
  const version = { id: "a0000000-0000-4000-8000-000000000001", resources: { script: { etag: "an-etag" } } };

  return [
    [
      /^GET \/workers\/services\/handiwork$/,
      () =>
        tag === null
          ? noWorker
          : { result: { default_environment: { environment: "production", script: script() } } },
    ],
    [/^GET \/workers\/scripts$/, () => ({ result: tag === null ? [] : [script()] })],
    [
      /^GET \/workers\/scripts\/handiwork\/secrets$/,
      () =>
        tag === null
          ? noWorker
          : { result: [...secrets.keys()].map((name) => ({ name, type: "secret_text" })) },
    ],
    [
      /^PUT \/workers\/scripts\/handiwork\/secrets$/,
      async ({ request }) => {
        if (tag === null) return noWorker;
        const { name, text } = (await request.json()) as { name: string; text: string };
        secrets.set(name, text);
        return { result: { name, type: "secret_text" } };
      },
    ],
    [
      /^POST \/workers\/scripts\/handiwork\/assets-upload-session$/,
      async ({ request }) => {
        ({ manifest } = (await request.json()) as { manifest: typeof manifest });
        const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
        const missing = [...hashes].filter((hash) => !contents.has(hash));
        return { result: { jwt, buckets: missing.length > 0 ? [missing] : [] } };
      },
    ],
    [
      /^POST \/workers\/assets\/upload$/,
      async ({ request }) => {
        for (const [hash, part] of await request.formData())
          contents.set(hash, Buffer.from(await textOf(part), "base64"));
        return { result: { jwt } };
      },
    ],
    // The first upload of a worker, and those with a migration of Durable Objects.
    [
      /^PUT \/workers\/scripts\/handiwork$/,
      ({ request }) => store(request).then(() => ({ result: uploaded })),
    ],
    [
      /^POST \/workers\/scripts\/handiwork\/versions$/,
      ({ request }) => store(request).then(() => ({ result: version })),
    ],
    [
      /^(?:GET|POST) \/workers\/scripts\/handiwork\/deployments$/,
      () => ({ result: { id: "a-deployment", deployments: [] } }),
    ],
    [/^GET \/workers\/scripts\/handiwork\/settings$/, () => ({ result: { bindings: [] } })],
    [/^PATCH \/workers\/scripts\/handiwork\/script-settings$/, () => ({ result: {} })],
    [
      /^(?:GET|POST) \/workers\/scripts\/handiwork\/subdomain$/,
      () => ({ result: { enabled: true, previews_enabled: false } }),
    ],
    [/^GET \/workers\/subdomain$/, () => ({ result: { subdomain: "a-subdomain" } })],
    [
      /^PUT \/workers\/scripts\/handiwork\/schedules$/,
      async ({ request }) => {
        const sent = (await request.json()) as { cron: string }[];
        crons.splice(0, crons.length, ...sent.map(({ cron }) => cron));
        return { result: { schedules: [] } };
      },
    ],
  ];
}

/** A token as wrangler reads it: it looks into the middle part. */
const jwt = ["{}", "{}", ""].map((part) => Buffer.from(part).toString("base64url")).join(".");

async function textOf(part: FormDataEntryValue | null): Promise<string> {
  return typeof part === "string" ? part : ((await part?.text()) ?? "");
}
