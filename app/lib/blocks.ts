/** A part of a text written by a seller or an operator. `steps` is a numbered list. */
export type Block =
  | { kind: "heading" | "paragraph"; text: string }
  | { kind: "list" | "steps"; items: string[] };

/** The longest heading, in characters. A longer line is a sentence. */
const headingLength = 60;

/**
 * Divides plain text into blocks.
 *
 * - A blank line separates paragraphs.
 * - A line that starts with `- ` is an item of a list.
 * - A line that starts with `1. ` begins numbered steps. Blank lines may separate the steps.
 * - A short line without a full stop, directly followed by text, is a heading.
 */
export function parseBlocks(text: string): Block[] {
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
