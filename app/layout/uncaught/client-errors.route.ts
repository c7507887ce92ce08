import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as clientErrors from "#app/admin/health/client-errors.server.ts";
import { maxReportLength, parseReport } from "#app/layout/uncaught/client-error.ts";
import { loggedPath } from "#app/lib/errors.ts";

export function loader(): Response {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}

/**
 * POST /client-errors: a page reports an uncaught error of its scripts (docs/specification.md#client-errors).
 * It is logged and counted per day. Responses: 204; 400 for anything but a report; 413 above 2 KB; 429 above
 * 10 in an hour. The browser does not read them, so app/writes is not used.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const text = await request.text();
  if (new TextEncoder().encode(text).length > maxReportLength) return answer(413);
  const report = parseReport(text, context.origin);
  if (!report) return answer(400);
  const wait = await clientErrors.countReport(context);
  if (wait !== null) return answer(429, wait);
  context.log("warn", "client error", { ...report, place: loggedPath(report.place) });
  return answer(204);
}

/** @param wait in seconds */
function answer(status: number, wait?: number): Response {
  return new Response(null, { status, headers: wait ? { "Retry-After": String(wait) } : {} });
}
