/** A heading, a paragraph, a list of points, or numbered steps. */
export type Block =
  | { kind: "heading" | "paragraph"; text: string }
  | { kind: "list" | "steps"; items: string[] };

/** Longer first lines are sentences, not headings. */
const headingLength = 60;

/**
 * Plain text as blocks. A blank line parts paragraphs; a line that starts with `- ` is a point, one that starts with `1. ` the first
 * of numbered steps, whose next numbers may stand after blank lines; a short first line without a full stop, with text right under
 * it, is a heading.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n").map((line) => line.trim());
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const before = blocks.at(-1);
    const adjoining = lines[i - 1] ? before : undefined;
    const point = /^- +(.+)/.exec(line)?.[1];
    const [, number, step] = /^(\d{1,2})[.)] +(.+)/.exec(line) ?? [];
    if (point) {
      if (adjoining?.kind === "list") adjoining.items.push(point);
      else blocks.push({ kind: "list", items: [point] });
    } else if (step && before?.kind === "steps" && Number(number) === before.items.length + 1) {
      before.items.push(step);
    } else if (step && number === "1") {
      blocks.push({ kind: "steps", items: [step] });
    } else if (adjoining?.kind === "paragraph") {
      adjoining.text += ` ${line}`;
    } else {
      const kind = !adjoining && isHeading(line, lines[i + 1] ?? "") ? "heading" : "paragraph";
      blocks.push({ kind, text: line });
    }
  }
  return blocks;
}

function isHeading(line: string, next: string): boolean {
  return (
    line.length <= headingLength &&
    /^\p{Lu}.*[\p{L}\p{N})]$/u.test(line) &&
    /^(\p{Lu}|\p{N}|- |["“])/u.test(next)
  );
}
