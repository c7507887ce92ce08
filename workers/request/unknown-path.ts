/** The first part of a path; what Remix appends to ask for data is none of it. */
const first = /^\/+([^/]+?)(?=\.data$|\/|$)/;

/**
 * What an address answers that no route knows, where one does: Remix names the routes that it found in the page and in its data, so the
 * page is rendered under a made-up name, which then gives way to the one that was asked for.
 */
export async function answerAsUnknown<Rendered extends { response: Response }>(
  request: Request,
  render: (request: Request) => Promise<Rendered>,
): Promise<Rendered> {
  const url = new URL(request.url);
  const [, asked = ""] = first.exec(url.pathname) ?? [];
  const name = crypto.randomUUID();
  url.pathname = url.pathname.replace(asked, name);
  const { method, headers, signal } = request;
  const rendered = await render(new Request(url, { method, headers, signal }));
  const { response } = rendered;
  const text = (await response.text()).replaceAll(name, asked);
  return { ...rendered, response: new Response(text, response) };
}
