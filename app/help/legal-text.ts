import type { Block } from "#app/lib/blocks.ts";
import { slugify } from "#app/lib/slug.ts";

/** A section of a legal text. The first one is the introduction and has no heading. */
type LegalSection = { heading: string | null; blocks: Block[] };

/** A legal text. `updated` is the day on which this version came into force, `2026-11-26`. */
export type LegalText = { title: string; updated: string; sections: LegalSection[] };

/** The anchor of a section, without its number: `your-rights` of 'Your rights', `gigs` of '4. Gigs'. */
export function anchorOf(heading: string): string {
  return slugify(heading.replace(/^\d+\. /, ""));
}
