/**
 * True if a write failed because a unique key already exists.
 * @param columns only a key with these columns counts
 */
export function brokeUnique(error: unknown, columns = ""): boolean {
  return messages(error).some((m) => m.includes("UNIQUE constraint failed") && m.includes(columns));
}

/** True if a trigger refused a write. @param text of its RAISE */
export function refusedByTrigger(error: unknown, text: string): boolean {
  return messages(error).some((m) => m.includes(text));
}

/**
 * What D1 says of an error. drizzle wraps D1's error in one whose message quotes the values, and so what a
 * person typed: only texts that D1 has begun count.
 */
function messages(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [...(error.message.startsWith("D1_ERROR: ") ? [error.message] : []), ...messages(error.cause)];
}
