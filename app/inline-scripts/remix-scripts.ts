import { inlineElements } from "#app/inline-scripts/elements.ts";

/**
 * What Remix's ScrollRestoration does before the framework has started: it gives this entry of the history a
 * key, and scrolls to where the page of that key was left.
 */
const restoring =
  '(h=>{let k=(h.state||0).key;k||h.replaceState({key:k=Math.random().toString(32).slice(2)},"");try{k=JSON.parse(sessionStorage.positions)[k];k>=0&&scrollTo(0,k)}catch{}})(history)';

/**
 * Shortens the scripts that Remix renders into a page. Hydration does not compare the texts of scripts.
 *
 * - The stream for the loaders' data goes: entry.client.tsx takes them from the page.
 * - What restores the place on the page after a reload does the same in fewer words.
 * - The list of the page's routes is written without line breaks and without what is false.
 *
 * Only scripts are looked at, which no person's text can begin: React escapes it. Data blocks hold people's
 * texts, too, but they begin differently and are no modules.
 */
export function shortenRemixScripts(html: string): string {
  let short = "";
  let at = 0;
  for (const { tag, begin, end } of inlineElements(html)) {
    short += html.slice(at, begin) + shortened(tag, html.slice(begin, end));
    at = end;
  }
  return short + html.slice(at);
}

const manifest = "window.__remixManifest = ";

function shortened(tag: string, script: string): string {
  if (script.startsWith("window.__remixContext = {"))
    return script.split(";window.__remixContext.stream")[0] ?? "";
  if (/^\(\(\w+, ?\w+\) ?=> ?\{\s*if ?\(!window\.history\.state/.test(script)) return restoring;
  const at = script.indexOf(manifest);
  const end = script.indexOf("\n};", at);
  if (!tag.includes(' type="module"') || at < 0 || end < 0) return script;
  const list = JSON.parse(script.slice(at + manifest.length, end + 2));
  const json = JSON.stringify(list, (_key, value) => (value === false ? undefined : value));
  const before = `${script.slice(0, at)}window.__remixManifest=`;
  return `${before}${json.replaceAll("<", "\\u003c")};${script.slice(end + 3)}`;
}
