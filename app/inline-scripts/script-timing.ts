/** When the scripts of a page start: at once, at the visitor's first input (`intent`), or never. */
export type ScriptTiming = "now" | "intent" | "none";

/**
 * Makes scripts and stylesheets of a rendered page inert. Only attributes change: adding or removing elements
 * would break hydration. The patterns match only markup, because React escapes texts and Remix its data.
 *
 * - A public page requests no script until the visitor does something
 *   (docs/specification.md#scripts-on-intent): page.script.ts starts the module scripts at the first input.
 *   Until then their links are `dns-prefetch`, which requests nothing for our own host, and which HTML allows
 *   in the body.
 * - A stylesheet whose text is in the page (app/stylesheets.server.ts) is not requested.
 * @param inlined hrefs of these stylesheets
 */
export function applyScriptTiming(html: string, start: ScriptTiming, inlined: string[]): string {
  const page = html.replaceAll(/<link rel="stylesheet" href="([^"]*)"/g, (link, href) =>
    inlined.includes(href) ? `<link rel="inlined" href="${href}"` : link,
  );
  if (start !== "intent") return page;
  return page
    .replaceAll(/<script([^>]*) type="module" async=""/g, '<script$1 type="text/boot"')
    .replaceAll('<link rel="modulepreload"', '<link rel="dns-prefetch"');
}
