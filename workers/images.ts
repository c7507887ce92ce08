const widths = [96, 320, 640, 960];

/**
 * GET, HEAD /images/{key}?w=96|320|640|960: a picture as it was stored, immutable. Unknown widths get the nearest larger one
 * that is stored; a key that is not there is a 404.
 */
export async function image(request: Request, bucket: R2Bucket): Promise<Response> {
  const url = new URL(request.url);
  const key = /^\/images\/([\w-]{1,64})$/.exec(url.pathname)?.[1];
  const asked = Number(url.searchParams.get("w") ?? 640);
  const from = Math.max(
    0,
    widths.findIndex((w) => w >= asked),
  );
  if (!key) return missing();
  for (const width of [...widths.slice(from), ...widths.slice(0, from).reverse()]) {
    const name = `${key}/${width}.webp`;
    const object = request.method === "HEAD" ? await bucket.head(name) : await bucket.get(name);
    if (!object) continue;
    return new Response("body" in object ? (object.body as ReadableStream) : null, {
      headers: {
        "Content-Type": "image/webp",
        "Content-Length": String(object.size),
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  }
  return missing();
}

function missing(): Response {
  return new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });
}
