/** True when a write was refused because a unique key, or one of the named columns of one, already exists. */
export function brokeUnique(error: unknown, columns = ""): boolean {
  return messages(error).some((m) => m.includes("UNIQUE constraint failed") && m.includes(columns));
}

/** True when a write was refused by a NOT NULL, here a sub-select that found nobody. */
export function brokeNotNull(error: unknown, column: string): boolean {
  return messages(error).some((m) => m.includes("NOT NULL constraint failed") && m.includes(column));
}

/** drizzle wraps what D1 says in its `cause`. */
function messages(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messages(error.cause)] : [];
}
