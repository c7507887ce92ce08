/** What was typed, by field name. An empty field may be absent. */
export type TypedFields = Record<string, string>;

/** What the browser keeps of a form because it could not be saved. `version`: the one that was changed. */
export type KeptText = { version: string; typed: TypedFields };

/** A text of a field that another one has replaced before it was saved. */
export type EarlierText = { name: string; text: string };

/**
 * Puts together what the browser kept of a form and what is in its fields now, field by field: what was typed
 * into this page wins.
 * @param shown what the page showed at first; null if that was typed later than what was kept
 * @returns `earlier`: the kept texts that are in no field and were never saved
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

/** Whether two forms hold the same. Empty fields do not count. */
export function isSameText(one: TypedFields, other: TypedFields): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

// The storage may be forbidden or full: then the text is in the page alone.

/** Keeps what was typed into a form. */
export function keepText(key: string, kept: KeptText): void {
  write(key, kept);
}

/** Forgets what the browser keeps of a form. Earlier texts stay until someone has looked at them. */
export function forgetKept(key: string): void {
  write(key, null);
}

/** What the browser keeps of a form; null: nothing. */
export function readKept(key: string): KeptText | null {
  const kept = read(key);
  return typeof kept === "object" && kept !== null && "typed" in kept ? (kept as KeptText) : null;
}

const earlierKey = (key: string) => `${key} earlier`;

/** Keeps the earlier texts of a form, in place of those that were kept. */
export function keepEarlier(key: string, earlier: EarlierText[]): void {
  write(earlierKey(key), earlier.length > 0 ? earlier : null);
}

/** The earlier texts of a form that no one has used or discarded yet. */
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
