/** When a page's scripts start: when the page is painted (`now`), at the first input (`intent`), or never. */
export type ScriptTiming = "now" | "intent" | "none";

/**
 * Makes the scripts and stylesheets of a rendered page inert. Only attributes change: adding or removing
 * elements would break hydration. The patterns match only markup, because React escapes texts and Remix its
 * data.
 *
 * - A public page requests no script until the visitor interacts with it
 *   (docs/specification.md#scripts-on-intent): page.script.ts starts the module scripts at the first input.
 *   Until then their links are `dns-prefetch`, which requests nothing for our own host, and which HTML allows
 *   in the body. On a page that starts `now`, when-painted.script.ts makes it start them without an input.
 * - A stylesheet whose text is in the page (app/stylesheets.server.ts) is not requested: `inlined` until
 *   entry.client.tsx makes it a disabled stylesheet.
 */
export function applyScriptTiming(html: string, start: ScriptTiming): string {
  const page = html.replaceAll('<link rel="stylesheet"', '<link rel="inlined"');
  if (start === "none") return page;
  return page
    .replaceAll(' type="module" async=""', ' type="text/boot"')
    .replaceAll('<link rel="modulepreload"', '<link rel="dns-prefetch"');
}
