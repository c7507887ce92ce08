import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { setUpRefused } from "#app/home/placeholder-set-up.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as allowances from "#app/limits/allowances.server.ts";

/** How long a caller waits after a failure, in seconds. */
const retryAfter = 10;

export function loader(): Response {
  return Response.json(
    { error: { message: "Only POST is allowed here" } },
    { status: 405, headers: { Allow: "POST" } },
  );
}

/**
 * POST /functions/create-placeholders with `{"init":true}` (docs/specification.md#create-placeholders). It
 * answers `{"ready":true,"created":…}`. A second call creates nothing: `created` is 0. A failure answers 503,
 * and further calls within 10 s answer 429.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return loader();
  if (!(await isInitRequest(request))) return refusal(400, 'Send {"init":true} as JSON');
  const over = await allowances.ask(context, "placeholders");
  if (over) return refusal(429, over.sentence, over.wait);
  try {
    const outcome = await context.placeholders.create();
    return "wait" in outcome
      ? refusal(429, setUpRefused, outcome.wait)
      : Response.json({ ready: true, created: outcome.created });
  } catch (error) {
    context.log("error", "create-placeholders failed", { error: errorStack(error) });
    return refusal(503, setUpRefused, retryAfter);
  }
}

/** @param retryAfter in seconds */
function refusal(status: 400 | 429 | 503, message: string, retryAfter?: number): Response {
  const headers: HeadersInit = retryAfter ? { "Retry-After": String(retryAfter) } : {};
  return Response.json({ ready: false, error: { message } }, { status, headers });
}

async function isInitRequest(request: Request): Promise<boolean> {
  try {
    const body: unknown = await request.json();
    return typeof body === "object" && body !== null && "init" in body && body.init === true;
  } catch {
    return false;
  }
}
