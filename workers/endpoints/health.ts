/** GET /healthz: 200 when the database answers, 503 otherwise; no other detail (docs/specification.md#health-check). */
export async function health(db: D1Database): Promise<Response> {
  try {
    await db.prepare("select 1").first();
    return Response.json({ ok: true }, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json({ ok: false }, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
