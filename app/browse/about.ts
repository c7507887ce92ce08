import { type Block, parseBlocks } from "#app/lib/blocks.ts";

/** A 'Key Features' entry (docs/specification.md#data-seo). */
export type Feature = { title: string; description: string };
/** A 'Frequently Asked Questions' entry (docs/specification.md#data-seo). */
export type Faq = { question: string; answer: string };

/**
 * The section 'About {name} Services' of a listing. If all of it is empty, it shows 'No content available'.
 */
export type About = {
  /** The description in rows of about the same length. It is one row unless it scrolls. */
  rows: Block[][];
  twoColumns: boolean;
  /** The description is in an area of fixed height. */
  scrolls: boolean;
  features: Feature[];
  faqs: Faq[];
};

/** A text of at least this many blocks has two columns (docs/specification.md#about-section). */
const blocksForTwoColumns = 3;
/** In characters. A longer description scrolls. */
const longDescription = 5000;
/**
 * In characters. A scrolling description has rows of about this length, so that both columns of a row are
 * visible.
 */
const rowLength = 1600;

/**
 * Builds the section 'About {name} Services' (docs/specification.md#about-section). Blank entries are left
 * out.
 * @returns null if there is no description, no feature and no FAQ: then there is no section
 * @throws TypeError if a stored value is not text
 */
export function buildAbout(stored: {
  description: string | null;
  features: Feature[];
  faqs: Faq[];
}): About | null {
  const description = stored.description ?? "";
  if (description === "" && stored.features.length === 0 && stored.faqs.length === 0) return null;
  const blocks = parseBlocks(description);
  const scrolls = description.length > longDescription;
  return {
    rows: scrolls ? splitIntoRows(blocks) : [blocks],
    twoColumns: blocks.length >= blocksForTwoColumns,
    scrolls,
    features: stored.features.filter((feature) => (feature.title + feature.description).trim() !== ""),
    faqs: stored.faqs.filter((faq) => (faq.question + faq.answer).trim() !== ""),
  };
}

/** Whether the section has no text at all. */
export function isBlank({ rows, features, faqs }: About): boolean {
  return rows.flat().length === 0 && features.length === 0 && faqs.length === 0;
}

/** A new row begins with a heading or paragraph, never between a list and the text that introduces it. */
function splitIntoRows(blocks: Block[]): Block[][] {
  const rows: Block[][] = [];
  let length = 0;
  for (const [i, block] of blocks.entries()) {
    const introduced = blocks[i - 1]?.kind === "heading" || block.kind === "list" || block.kind === "steps";
    const row = rows.at(-1);
    if (row && (introduced || length < rowLength)) row.push(block);
    else {
      rows.push([block]);
      length = 0;
    }
    length += "text" in block ? block.text.length : block.items.join("").length;
  }
  return rows;
}

/**
 * Splits a text around its percentages and dollar amounts, which are highlighted
 * (docs/specification.md#about-section).
 * @returns alternating pieces: plain text, amount, plain text, …
 */
export function splitAtAmounts(text: string): string[] {
  return text.split(/(\$\d[\d,]*(?:\.\d+)?(?:[kKmM]\b)?|\d[\d,]{0,20}(?:\.\d{1,20})?\s?%)/);
}
