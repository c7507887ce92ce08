/**
 * GET /healthz: 200 if the database answers, else 503; no other detail (docs/specification.md#health-check).
 */
export async function checkHealth(db: D1Database): Promise<Response> {
  try {
    await db.prepare("select 1").first();
    return Response.json({ ok: true }, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json({ ok: false }, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
