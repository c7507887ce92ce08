/**
 * Parses a price as people type it: `80`, ` $ 80 `, `1,000`, `1,000.50`.
 * @returns cents; null for anything else, such as `1,50`, `0.005`, `1e3` or `-5`
 */
export function parsePrice(text: string): number | null {
  const [, dollars, cents = ""] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (dollars === undefined) return null;
  return Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** Parses a whole number of at most six digits; null for anything else. */
export function parseWhole(text: string): number | null {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null;
}

/** The field value for unlimited revisions. */
export const unlimitedText = "unlimited";

/** Parses a number of revisions; -1 is unlimited; null for anything else. */
export function parseRevisions(text: string): number | null {
  return text === unlimitedText ? -1 : parseWhole(text);
}

/** A price as people type it: `80`, `1000.50`. @param cents */
export function priceText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
