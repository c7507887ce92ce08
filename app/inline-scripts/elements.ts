/** A script or style of a page. @property begin, end the position of its text in the page */
type InlineElement = { kind: "script" | "style"; tag: string; begin: number; end: number };

/**
 * The scripts and styles of a rendered page, in order and in one pass. User text cannot start one, because
 * React escapes it.
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
