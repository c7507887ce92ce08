type Answered = { response: Response };

/**
 * Answers as an address without a page does, byte for byte. This hides console pages from everyone but
 * operators, because a console page's own 404 would name its route and carry its styles
 * (docs/specification.md#operator-access). The address that is rendered in its place has as many segments:
 * the page's scripts match the real address against the routes that they know, and must find the same route.
 * @param render renders a request, whose body is not read
 */
export async function asUnknown<Rendered extends Answered>(
  { method, headers }: Request,
  url: URL,
  render: (unknown: Request) => Promise<Rendered>,
): Promise<Rendered> {
  const path = url.pathname.replace(/\.data$/, "");
  const segments = path.split("/").filter(Boolean).length;
  const place = `${"/-".repeat(segments - 1)}/${crypto.randomUUID()}`;
  const to = new URL(url);
  to.pathname = url.pathname.endsWith(".data") ? `${place}.data` : place;
  const rendered = await render(new Request(to, { method, headers }));
  const { response } = rendered;
  // The page names its own address, in a field.
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html");
  const named = isHtml ? path.replaceAll("&", "&amp;").replaceAll("'", "&#x27;") : path;
  const text = (await response.text()).replaceAll(place, () => named);
  const renamed = new Response(text, response);
  const location = response.headers.get("Location");
  if (location)
    renamed.headers.set(
      "Location",
      location.replace(place, () => path),
    );
  return { ...rendered, response: renamed };
}
