/** Serves bytes from the cache and does nothing else. A POST stores them. */
export default {
  async fetch(request: Request): Promise<Response> {
    const cache = await caches.open("pages");
    if (request.method !== "POST")
      return (await cache.match(request.url)) ?? new Response(null, { status: 404 });
    const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=3600" };
    await cache.put(request.url, new Response(await request.arrayBuffer(), { headers }));
    return new Response(null, { status: 204 });
  },
};
