/**
 * True if a write failed because a unique key already exists.
 * @param columns if given, only a key on these columns counts
 */
export function brokeUnique(error: unknown, columns = ""): boolean {
  return messages(error).some((m) => m.includes("UNIQUE constraint failed") && m.includes(columns));
}

/** True if a write failed because a row that it names does not exist. */
export function brokeForeignKey(error: unknown): boolean {
  return messages(error).some((m) => m.includes("FOREIGN KEY constraint failed"));
}

/** True if a trigger refused a write. @param text the trigger's RAISE message */
export function refusedByTrigger(error: unknown, text: string): boolean {
  return messages(error).some((m) => m.includes(text));
}

/**
 * D1's messages for an error. Drizzle wraps D1's error in one whose message quotes the values, and so what a
 * person typed, so only texts that start like D1's count.
 */
function messages(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [...(error.message.startsWith("D1_ERROR: ") ? [error.message] : []), ...messages(error.cause)];
}
