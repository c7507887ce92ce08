const tiers: Record<string, string> = { starter: "Basic", pro: "Standard", elite: "Premium" };

/** A field's name in words: `Basic, price`, `Faqs 2, answer`. */
export function labelOf(name: string): string {
  if (name.startsWith("alt-")) return "Description of a picture";
  const words = name
    .replace(/\[(\d)\]/g, (_, row: string) => ` ${Number(row) + 1}`)
    .split(".")
    .map((word) => tiers[word] ?? word)
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
