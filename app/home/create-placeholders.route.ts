import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { setUpRefused } from "#app/home/placeholder-set-up.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

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
  const form = { refusal: (await isInitRequest(request)) ? null : 'Send {"init":true} as JSON' };
  const body = ({ first: message }: Refusal) => ({ ready: false, error: { message } });
  return await writes.call(context, form, { path: "/", body, failed }, async () => {
    if (form.refusal) refuse("invalid", form.refusal);
    await writes.allow(context, "placeholders");
    const outcome = await context.placeholders.create();
    if ("wait" in outcome) refuse("over", setUpRefused, { wait: outcome.wait });
    return { ready: true, created: outcome.created };
  });
}

const failed = { event: "create-placeholders failed", sentence: setUpRefused, wait: 10 };

async function isInitRequest(request: Request): Promise<boolean> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null && "init" in body && body.init === true;
}
