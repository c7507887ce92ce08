/** An error with its causes, as a log line carries it; people never see it. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause ? `${own}\ncaused by ${errorStack(error.cause)}` : own;
}
