/** What was typed, by field name. An empty field may be absent. */
export type TypedFields = Record<string, string>;

/** A form's unsaved text in the browser. `version`: the version that was changed. */
type KeptText = { version: string; typed: TypedFields };

/** A field's text that another one replaced before it was saved. */
export type EarlierText = { name: string; text: string };

/**
 * Merges a form's stored text with what its fields contain now, field by field. What was typed into this page
 * wins.
 * @param shown what the page showed initially; null if that was typed later than the stored text
 * @returns `earlier`: the stored texts that are in no field and were never saved
 */
export function mergeKept(
  kept: TypedFields,
  shown: TypedFields | null,
  now: TypedFields,
): { typed: TypedFields; earlier: EarlierText[] } {
  const typed: TypedFields = {};
  const earlier: EarlierText[] = [];
  for (const name of new Set([...Object.keys(kept), ...Object.keys(now)])) {
    const text = kept[name] ?? "";
    const isTypedHere = shown === null || (now[name] ?? "") !== (shown[name] ?? "");
    const winner = isTypedHere ? now[name] : kept[name];
    if (winner !== undefined) typed[name] = winner;
    const isInAField = text === (winner ?? "");
    if (text && !isInAField && text !== shown?.[name]) earlier.push({ name, text });
  }
  return { typed, earlier };
}

/** True if two forms contain the same. Empty fields do not count. */
export function isSameText(one: TypedFields, other: TypedFields): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

// Storage may be forbidden or full. Then only the page has the text.

/** Stores what was typed into a form. */
export function keepText(key: string, kept: KeptText): void {
  write(key, kept);
}

/** Deletes a form's stored text. Earlier texts stay until the user has dealt with them. */
export function forgetKept(key: string): void {
  write(key, null);
}

/** A form's stored text; null if there is none. */
export function readKept(key: string): KeptText | null {
  const kept = read(key);
  return typeof kept === "object" && kept !== null && "typed" in kept ? (kept as KeptText) : null;
}

const earlierKey = (key: string) => `${key} earlier`;

/** Stores a form's earlier texts, replacing those stored before. */
export function keepEarlier(key: string, earlier: EarlierText[]): void {
  write(earlierKey(key), earlier.length > 0 ? earlier : null);
}

/** A form's earlier texts that the user has not yet used or discarded. */
export function readEarlier(key: string): EarlierText[] {
  const earlier = read(earlierKey(key));
  return Array.isArray(earlier) ? earlier : [];
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
