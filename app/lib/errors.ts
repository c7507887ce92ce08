/** The stack of an error and of its causes, for the log. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause ? `${own}\ncaused by ${errorStack(error.cause)}` : own;
}
