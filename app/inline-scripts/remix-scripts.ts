/**
 * Shortens the scripts that Remix renders into a page. Hydration does not compare the texts of scripts.
 *
 * - The stream for the loaders' data goes: entry.client.tsx takes them from the page.
 * - The future flags go: the build has decided them
 *   (docs/decisions/0014-decide-remix-flags-at-build-time.md).
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
      /(<script\b[^>]* type="module"[^>]*>[^<]*?)window\.__remixManifest = (\{.*?\n\});/s,
      (_, begin, list) => {
        const short = JSON.stringify(JSON.parse(list), (_key, value) =>
          value === false ? undefined : value,
        );
        return `${begin}window.__remixManifest=${short.replaceAll("<", "\\u003c")};`;
      },
    );
}
