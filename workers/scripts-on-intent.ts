/**
 * Public pages request no script until the visitor does something (design.md section 6): the module scripts are made
 * inert, and the inline script of the page starts them at the first touch, key or pointer. Only attributes change: adding or
 * removing elements under React's root would break hydration. `x-scripts` comes from entry.server.tsx.
 */
export function scriptsOnIntent(response: Response): Response {
  const mode = response.headers.get("x-scripts");
  if (mode === null) return response;
  const page = new Response(response.body, response);
  page.headers.delete("x-scripts");
  if (mode !== "intent") return page;
  return new HTMLRewriter()
    .on('script[type="module"]', {
      element(script) {
        script.setAttribute("type", "text/boot");
        script.removeAttribute("async");
      },
    })
    .on('link[rel="modulepreload"]', {
      element(link) {
        link.setAttribute("rel", "boot");
      },
    })
    .transform(page);
}
