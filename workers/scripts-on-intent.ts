/**
 * The last touch on a rendered page. Only attributes change: adding or removing elements under React's root would break hydration.
 *
 * - Public pages request no script until the visitor does something (design.md section 6): the module scripts are made inert, and
 *   the inline script of the page starts them at the first touch, key or pointer. `x-scripts` comes from entry.server.tsx.
 * - A stylesheet whose text the page holds already (app/sheets.ts) is not asked for again.
 */
export function scriptsOnIntent(response: Response): Response {
  const mode = response.headers.get("x-scripts");
  if (mode === null) return response;
  const page = new Response(response.body, response);
  page.headers.delete("x-scripts");
  page.headers.delete("x-keep");

  let held: string[] = [];
  const rewriter = new HTMLRewriter()
    .on("style[data-holds]", {
      element(style) {
        held = (style.getAttribute("data-holds") ?? "").split(" ");
      },
    })
    .on('link[rel="stylesheet"]', {
      element(link) {
        if (held.includes(link.getAttribute("href") ?? "")) link.setAttribute("rel", "held");
      },
    });
  if (mode !== "intent") return rewriter.transform(page);
  return rewriter
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
