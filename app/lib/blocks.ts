/** A paragraph, or a list of points. */
export type Block = { kind: "paragraph"; text: string } | { kind: "list"; items: string[] };

/** Plain text as blocks: a blank line parts paragraphs, a line that starts with `- ` is a point. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const last = open ? blocks.at(-1) : undefined;
    open = line !== "";
    if (line === "") continue;
    if (line.startsWith("- ")) {
      const point = line.slice(2).trim();
      if (last?.kind === "list") last.items.push(point);
      else blocks.push({ kind: "list", items: [point] });
    } else if (last?.kind === "paragraph") last.text += ` ${line}`;
    else blocks.push({ kind: "paragraph", text: line });
  }
  return blocks;
}
