const spoken: Record<string, string> = {
  starter: "Basic",
  pro: "Standard",
  elite: "Premium",
  faster: "faster delivery",
  several: "several at once",
  extras: "extra",
  faqs: "FAQ",
  features: "feature",
  questions: "question",
};

/** The name of a typed field in words: `Basic, price`, `FAQ 2, answer`. */
export function fieldLabel(name: string): string {
  if (name.startsWith("alt-")) return "Description of a picture";
  if (name === "cut") return "If a picture is not 4:3";
  const words = name
    .replace(/[a-z]+/gi, (word) => spoken[word] ?? word)
    .replace(/\[(\d)\]/g, (_, row: string) => ` ${Number(row) + 1}`)
    .replaceAll(".", ", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
