import { type Block, parseBlocks } from "#app/lib/blocks.ts";
import { metaDescriptionOf } from "#app/seo/meta.ts";

/** A 'Key Features' entry (docs/specification.md#data-seo). */
export type Feature = { title: string; description: string };
/** A 'Frequently Asked Questions' entry (docs/specification.md#data-seo). */
export type Faq = { question: string; answer: string };

/** What is written about a category or subcategory, as its section shows it. All of it empty: 'No content available'. */
export type About = {
  /** The description in rows of about the same length; one row unless it scrolls. */
  rows: Block[][];
  twoColumns: boolean;
  /** The description stands in an area of fixed height. */
  scrolls: boolean;
  features: Feature[];
  faqs: Faq[];
};

/** docs/specification.md#about-section. */
const blocksForTwoColumns = 3;
const longDescription = 5000;
/** A scrolling description is set in rows of about this many characters, so that both columns of a row are in sight. */
const rowLength = 1600;

/**
 * The section 'About {name} Services'; null when there is neither description, features nor FAQs, and no section (docs/specification.md#about-section,
 * SEO section). Entries that are blank are left out. @throws TypeError when what is stored is no text
 */
export function aboutOf(stored: {
  description: string | null;
  features: Feature[];
  faqs: Faq[];
}): About | null {
  const description = stored.description ?? "";
  if (description === "" && stored.features.length === 0 && stored.faqs.length === 0) return null;
  const blocks = parseBlocks(description);
  const scrolls = description.length > longDescription;
  return {
    rows: scrolls ? rowsOf(blocks) : [blocks],
    twoColumns: blocks.length >= blocksForTwoColumns,
    scrolls,
    features: stored.features.filter((feature) => (feature.title + feature.description).trim() !== ""),
    faqs: stored.faqs.filter((faq) => (faq.question + faq.answer).trim() !== ""),
  };
}

/** Whether there is nothing to read in it. */
export function isBlank({ rows, features, faqs }: About): boolean {
  return rows.flat().length === 0 && features.length === 0 && faqs.length === 0;
}

/** A new row begins with a heading or paragraph, never between a list and what introduces it. */
function rowsOf(blocks: Block[]): Block[][] {
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
 * Percentages and dollar amounts are highlighted (docs/specification.md#about-section): the text cut before and after each, so that every second piece
 * is one.
 */
export function highlights(text: string): string[] {
  return text.split(/(\$\d[\d,]*(?:\.\d+)?(?:[kKmM]\b)?|\d[\d,]*(?:\.\d+)?\s?%)/);
}

/** What search engines read when a category or subcategory has no words for them (docs/specification.md#page-head). */
export function metaDescriptionOfTopic({
  name,
  description,
}: {
  name: string;
  description: unknown;
}): string {
  const beginning = typeof description === "string" ? metaDescriptionOf(description) : "";
  return beginning || `Fixed-price ${name} services from vetted freelancers.`;
}
