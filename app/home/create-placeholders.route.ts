import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { setUpRefused } from "#app/home/placeholder-set-up.ts";
import { errorStack } from "#app/lib/errors.ts";

/** How long to wait after a failure, in seconds. */
const rest = 10;

export function loader(): Response {
  return Response.json(
    { error: { message: "Only POST is answered here" } },
    { status: 405, headers: { Allow: "POST" } },
  );
}

/**
 * POST /functions/create-placeholders `{"init":true}` (docs/specification.md#create-placeholders): `{"ready":true,"created":n}`; asked again
 * `created` is 0. 429 for 10 s after a failure, 503 when it fails.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return loader();
  if (!(await asksToBegin(request))) return refusal(400, 'Send {"init":true} as JSON');
  try {
    const outcome = await context.placeholders.create();
    return "wait" in outcome
      ? refusal(429, setUpRefused, outcome.wait)
      : Response.json({ ready: true, created: outcome.created });
  } catch (error) {
    context.log("error", "create-placeholders failed", { error: errorStack(error) });
    return refusal(503, setUpRefused, rest);
  }
}

/** @param wait seconds until it makes sense to ask again */
function refusal(status: 400 | 429 | 503, message: string, wait?: number): Response {
  const headers: HeadersInit = wait ? { "Retry-After": String(wait) } : {};
  return Response.json({ ready: false, error: { message } }, { status, headers });
}

async function asksToBegin(request: Request): Promise<boolean> {
  try {
    const body: unknown = await request.json();
    return typeof body === "object" && body !== null && "init" in body && body.init === true;
  } catch {
    return false;
  }
}
