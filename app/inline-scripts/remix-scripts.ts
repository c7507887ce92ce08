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
 * - The future flags go: the build has decided them
 *   (docs/decisions/0014-decide-remix-flags-at-build-time.md).
 * - What restores the place on the page after a reload does the same in fewer words.
 * - The list of the page's routes is written without line breaks and without what is false.
 *
 * The patterns begin with the tag, which no person's text can hold: React escapes it. Data blocks hold
 * people's texts, too, but they are no modules.
 */
export function shortenRemixScripts(html: string): string {
  return html
    .replace(
      /(<script\b[^>]*>)window\.__remixContext = \{.*?<\/script>/s,
      "$1window.__remixContext={}</script>",
    )
    .replace(
      /(<script\b[^>]*>)\(\(\w+, ?\w+\) ?=> ?\{\s*if ?\(!window\.history\.state[^<]*?<\/script>/,
      `$1${restoring}</script>`,
    )
    .replace(
      /(<script\b[^>]* type="module"[^>]*>[^<]*?)window\.__remixManifest = (\{.*?\n\});/s,
      (_, begin, list) => {
        const short = JSON.stringify(JSON.parse(list), (_key, value) =>
          value === false ? undefined : value,
        );
        return `${begin}window.__remixManifest=${short.replaceAll("<", "\\u003c")};`;
      },
    );
}
