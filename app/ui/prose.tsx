import type { ReactNode } from "react";
import type { Block } from "#app/lib/blocks.ts";

/** Renders the blocks of a text. @param mark renders each piece of text, for example with links */
export function Prose({
  blocks,
  mark = (text) => text,
}: {
  blocks: Block[];
  mark?: (text: string) => ReactNode;
}) {
  return blocks.map((block, i) => {
    // The order of a text's blocks never changes.
    const key = `${i}`;
    if ("text" in block) {
      const text = mark(block.text);
      return block.kind === "heading" ? <h3 key={key}>{text}</h3> : <p key={key}>{text}</p>;
    }
    const items = block.items.map((item, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two items may be the same, and none moves
      <li key={place}>{mark(item)}</li>
    ));
    return block.kind === "list" ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>;
  });
}
