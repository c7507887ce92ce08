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

/** drizzle wraps the error of D1 in its `cause`. */
function messages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messages(error.cause)] : [];
}
