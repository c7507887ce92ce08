import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of Cloudflare's API: a result, or an error with Cloudflare's code. */
export type Answer = { result: unknown } | { status: number; code: number; message: string };
export type Call = { request: Request; query: URLSearchParams; id: string };
/** `POST /queues`, or a pattern whose group is the id of the call. */
export type Route = [on: RegExp, answer: (call: Call) => Answer | Promise<Answer>];

const account = "an-account";

export type Api = {
  /** What points wrangler and our scripts at it. */
  env: Record<string, string>;
  /** What was asked and has no route. */
  unknown: string[];
  end(): Promise<void>;
};

/** Serves routes as Cloudflare's API does. */
export async function serveApi(routes: Route[]): Promise<Api> {
  const unknown: string[] = [];
  const answerTo = async (request: Request): Promise<Answer> => {
    const url = new URL(request.url);
    const asked = `${request.method} ${url.pathname.replace(`/accounts/${account}`, "")}`;
    for (const [on, answer] of routes) {
      const match = on.exec(asked);
      if (match) return await answer({ request, query: url.searchParams, id: match[1] ?? "" });
    }
    unknown.push(asked);
    return { status: 404, code: 7003, message: `No such address: ${asked}` };
  };
  const server = createServer(async (incoming, response) => {
    let answer: Answer;
    try {
      answer = await answerTo(await requestOf(incoming));
    } catch (error) {
      answer = { status: 400, code: 7500, message: String(error) };
    }
    const { status, ...content } =
      "code" in answer
        ? { status: answer.status, success: false, result: null, errors: [answer] }
        : { status: 200, success: true, result: answer.result, errors: [] };
    const pages = { page: 1, per_page: 100, total_pages: 1, count: 1, total_count: 1 };
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ ...content, messages: [], result_info: pages }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: account,
    },
    unknown,
    end: () => new Promise((done) => server.close(() => done())),
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const { method = "GET", url = "", headers } = incoming;
  const type = headers["content-type"];
  return new Request(new URL(url, "http://api"), {
    method,
    headers: type ? { "Content-Type": type } : {},
    ...(parts.length > 0 && { body: new Uint8Array(Buffer.concat(parts)) }),
  });
}
