import { createHash } from "node:crypto";
import { inlineElements } from "#app/inline-scripts/elements.ts";

/** What a page's Content-Security-Policy allows in addition to our own files. */
export type Inline = { scripts: string[]; styles: string[] };

/**
 * Makes a rendered page constant: removes the nonce, and lists the inline scripts and styles that had it by
 * their SHA-256 hashes instead. Others are not listed: anything injected into the page does not know the
 * nonce, and stays forbidden (docs/decisions/0071-allow-inline-scripts-by-hash.md).
 */
export function withHashes(rendered: string, nonce: string): { html: string; inline: Inline } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  for (const { kind, tag, begin, end } of inlineElements(rendered))
    if (tag.includes(attribute))
      (kind === "style" ? styles : scripts).add(hashOf(rendered.slice(begin, end)));
  return { html: rendered.replaceAll(attribute, ""), inline: { scripts: [...scripts], styles: [...styles] } };
}

/** The hash of an inline script or style, as a Content-Security-Policy source. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
