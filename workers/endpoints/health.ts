import { drizzle } from "drizzle-orm/d1";
import { findStopped } from "#workers/work/parts.server.ts";

/**
 * GET /healthz: 200 if the database answers and the scheduled work runs, else 503, with the part that has
 * stopped (docs/specification.md#health-check).
 */
export async function checkHealth(db: D1Database): Promise<Response> {
  try {
    const part = await findStopped(drizzle(db));
    return part === null ? reply({ ok: true }, 200) : reply({ ok: false, part }, 503);
  } catch {
    return reply({ ok: false }, 503);
  }
}

function reply(body: { ok: boolean; part?: string }, status: number): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
