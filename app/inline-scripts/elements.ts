/** A script or style of a page. @property begin, end where its text is in the page */
type InlineElement = { kind: "script" | "style"; tag: string; begin: number; end: number };

/**
 * The scripts and styles of a rendered page, in order and in one pass. People's texts can begin none, because
 * React escapes them.
 */
export function* inlineElements(html: string): Generator<InlineElement> {
  const opening = /<(script|style)\b[^>]{0,1000}>/g;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const kind = found[1] === "style" ? "style" : "script";
    const begin = opening.lastIndex;
    const end = html.indexOf(`</${kind}>`, begin);
    if (end < 0) return;
    yield { kind, tag: found[0], begin, end };
    opening.lastIndex = end;
  }
}
