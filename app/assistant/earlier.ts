/** A question of this visit, with the services that answered it. */
export type Earlier = { text: string; services: { slug: string; title: string }[] };

/** How many questions of a visit are kept (docs/specification.md#assistant). */
const kept = 20;

/** Parses stored questions, oldest first. Anything else, such as another version's, is left out. */
export function parseEarlier(stored: string | null): Earlier[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(list) ? list.filter(isEarlier) : [];
  } catch {
    // Not JSON, so this page did not store it.
    return [];
  }
}

function isEarlier(value: unknown): value is Earlier {
  const { text, services } = Object(value) as Partial<Earlier>;
  return typeof text === "string" && Array.isArray(services) && services.every((each) => each?.slug);
}

/** Adds a question. Each text is kept once, and the newest 20 are kept. */
export function withEarlier(earlier: Earlier[], newest: Earlier): Earlier[] {
  return [...earlier.filter(({ text }) => text !== newest.text), newest].slice(-kept);
}
