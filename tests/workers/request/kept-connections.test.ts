import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "#scripts/bundle-worker.ts";
import { startRuntime } from "#scripts/local/runtime.ts";

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let url: URL;

/** The product with an empty database, in the runtime of `npm start`. */
beforeAll(async () => {
  const { text: contents } = (await bundleWorker("workers/app.ts", false)).code;
  runtime = await startRuntime({
    port: 0,
    sink: () => {},
    workers: [
      {
        name: "app",
        modules: [{ type: "ESModule", path: "app.js", contents }],
        compatibilityDate: "2026-08-01",
        compatibilityFlags: ["nodejs_compat"],
        bindings: {
          ENVIRONMENT: "production",
          APP_ORIGIN: "http://127.0.0.1",
          APP_SECRET: "a secret",
          TOKEN_KEYS: "[]",
          STRIPE_API: "https://api.stripe.com",
          STRIPE_SECRET_KEY: "sk_test",
          STRIPE_WEBHOOK_SECRET: "whsec_test",
          STRIPE_ACCOUNTS_WEBHOOK_SECRET: "whsec_test_accounts",
          STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_test_connect",
        },
        d1Databases: ["DB"],
        r2Buckets: ["BUCKET"],
        durableObjects: { INBOX: { className: "Inbox", useSQLite: true } },
      },
    ],
  });
  url = await runtime.ready;
});

afterAll(() => runtime.dispose());

type Sent = { path: string; type?: string; body?: Buffer; isForeign?: boolean };

/** Sends a POST with a body, or a GET without one. @returns its status; throws if the connection is reset */
async function send(agent: Agent, { path, type = "text/plain", body, isForeign }: Sent): Promise<number> {
  const from = isForeign ? { Origin: "https://elsewhere.example" } : { "Sec-Fetch-Site": "same-origin" };
  const headers = body ? { "Content-Type": type, "Content-Length": body.length, ...from } : {};
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(new URL(path, url), { method: body ? "POST" : "GET", agent, headers });
    sent.on("response", resolve).on("error", reject).end(body);
  });
  await text(answer);
  return answer.statusCode ?? 0;
}

test("A refusal that needs no body leaves the connection usable for the next request, 100 times", async () => {
  const form = "application/x-www-form-urlencoded";
  const refused: [Sent, number][] = [
    [{ path: "/admin/settings", type: form, body: Buffer.from("a=1") }, 404],
    [{ path: "/admin/settings", type: form, body: Buffer.alloc(64 * 1024, 97) }, 404],
    [{ path: "/no-such-page", body: Buffer.alloc(20_000) }, 404],
    [{ path: "/healthz", body: Buffer.alloc(50_000) }, 405],
    [{ path: "/sign-in", type: form, body: Buffer.alloc(30_000, 97), isForeign: true }, 403],
    [{ path: "/webhooks/stripe", body: Buffer.alloc(10_000) }, 400],
    [{ path: "/%ff", body: Buffer.alloc(1000) }, 400],
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let pair = 0; pair < 100; pair++) {
    const [post, status] = refused[pair % refused.length] ?? [];
    if (!post) throw new Error("There is no such request");
    expect([pair, post.path, await send(agent, post)]).toEqual([pair, post.path, status]);
    expect([pair, await send(agent, { path: "/robots.txt" })]).toEqual([pair, 200]);
  }
  agent.destroy();
});

test("A refusal of a longer body reaches its sender", async () => {
  for (let tries = 0; tries < 10; tries++) {
    const agent = new Agent();
    expect(await send(agent, { path: "/sign-in", body: Buffer.alloc(500_000) })).toBe(413);
    agent.destroy();
  }
});
