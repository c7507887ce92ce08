/**
 * Why a request that may change something is refused: its `Origin` is not ours, or, without one, `Sec-Fetch-Site` is not
 * same-origin (docs/specification.md#same-origin). Null: it may pass. GET and HEAD pass, but not the upgrade to a socket.
 */
export function refusalToOrigin(request: Request, url: URL, appOrigin: string): string | null {
  if (["GET", "HEAD"].includes(request.method) && url.pathname !== "/live") return null;
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === url.origin || origin === appOrigin ? null : "foreign origin";
  return request.headers.get("Sec-Fetch-Site") === "same-origin" ? null : "no origin";
}
