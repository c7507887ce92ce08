/** When the scripts of a page start: `now`, at the first `intent`, or never. */
export type ScriptsStart = "now" | "intent" | "none";

/**
 * The last touch on a rendered page. Only attributes change: adding or removing elements under React's root would break hydration.
 * What is looked for can only be markup: React escapes it in texts, and Remix in its data.
 *
 * - Public pages request no script until the visitor does something (docs/specification.md#scripts-on-intent): the module scripts are made inert, and
 *   the inline script of the page starts them at the first touch, key or pointer.
 * - A stylesheet whose text the page holds already (app/stylesheets.ts) is not asked for again.
 */
export function withScriptsOnIntent(html: string, start: ScriptsStart, held: string[]): string {
  const page = html.replaceAll(/<link rel="stylesheet" href="([^"]*)"/g, (link, href) =>
    held.includes(href) ? `<link rel="held" href="${href}"` : link,
  );
  if (start !== "intent") return page;
  return page
    .replaceAll(/<script([^>]*) type="module" async=""/g, '<script$1 type="text/boot"')
    .replaceAll('<link rel="modulepreload"', '<link rel="boot"');
}
