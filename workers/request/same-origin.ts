/** Pages whose forms are sent with a token, which alone is the right to act. */
const signedLinks = ["/earnings/not-me", "/earnings/claim", "/unsubscribe"];

/** Whether the page takes forms from anywhere. */
export const isSignedLink = ({ pathname }: URL) => signedLinks.includes(pathname);

/**
 * Why a request that another site may have sent is refused: its `Origin` is not ours, or it has none and
 * `Sec-Fetch-Site` is not same-origin (docs/specification.md#same-origin). GET and HEAD pass, except the
 * upgrade to a socket. So do the pages of signed links, which act for the link's owner, not for the viewer.
 * @returns null if the request may pass
 */
export function refusalToOrigin(request: Request, url: URL, appOrigin: string): string | null {
  if (["GET", "HEAD"].includes(request.method) && url.pathname !== "/live") return null;
  if (isSignedLink(url)) return null;
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === url.origin || origin === appOrigin ? null : "foreign origin";
  return request.headers.get("Sec-Fetch-Site") === "same-origin" ? null : "no origin";
}
