/**
 * True if a write failed because a unique key already exists.
 * @param columns only a key with these columns counts
 */
export function brokeUnique(error: unknown, columns = ""): boolean {
  return messages(error).some((m) => m.includes("UNIQUE constraint failed") && m.includes(columns));
}

/** True if a write failed because of NOT NULL: here, a sub-select found no row. */
export function brokeNotNull(error: unknown, column: string): boolean {
  return messages(error).some((m) => m.includes("NOT NULL constraint failed") && m.includes(column));
}

/** True if a write failed because of a CHECK. @param name of the CHECK */
export function brokeCheck(error: unknown, name: string): boolean {
  return messages(error).some((m) => m.includes(`CHECK constraint failed: ${name}`));
}

/** True if a trigger refused a write. @param text of its RAISE */
export function refusedByTrigger(error: unknown, text: string): boolean {
  return messages(error).some((m) => m.includes(text));
}

/** drizzle wraps the error of D1 in its `cause`. */
function messages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messages(error.cause)] : [];
}
