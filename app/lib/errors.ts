/**
 * What the log records of an error and its causes: its type and code, the SQL statement without its values,
 * and where it was thrown (docs/specification.md#logs). Never what a person typed.
 */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`;
  const own = [`${error.name}${codeOf(error)}: ${textOf(error)}`, ...framesOf(error)].join("\n");
  return error.cause ? `${own}\ncaused by ${errorStack(error.cause)}` : own;
}

/** The path of a request for the log: cut, and without usernames. */
export function loggedPath(pathname: string): string {
  return pathname
    .slice(0, 500)
    .replace(/@[^/]*/g, "@…")
    .replace(/^(\/appeal\/)[^/.]+/, "$1…");
}

function codeOf(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return /^[\w.-]{1,60}$/.test(code) ? ` ${code}` : "";
}

/** Messages of libraries' error types contain the values that they were given. */
function textOf(error: Error): string {
  // Drizzle's message ends with the values.
  if ("query" in error && typeof error.query === "string") return error.query.slice(0, 1000);
  return ownTypes.has(error.name) ? withoutValues(error.message) : "…";
}

/** Errors of the runtime, of D1 and of our own code, whose messages contain no personal data. */
const ownTypes = new Set([
  "Error",
  "TypeError",
  "RangeError",
  "ReferenceError",
  "TimeoutError",
  "AbortError",
]);

/** A message without quoted parts, addresses, and long words such as tokens. Ids stay. */
function withoutValues(message: string): string {
  return (message.split("\n")[0] ?? "")
    .slice(0, 300)
    .replace(/(["'`]).*?(\1|$)/g, "…")
    .replace(/\S+/g, (word) => (/@|:\/\//.test(word) ? "…" : word))
    .replace(/[\w.+/=-]{24,}/g, (word) => (isName(word) ? word : "…"));
}

/** A UUID, a Stripe id, or a constant such as SQLITE_CONSTRAINT_PRIMARYKEY. */
function isName(word: string): boolean {
  return /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[a-z]{2,5}_[\da-zA-Z_]{10,80}|[A-Z_]+)$/.test(word);
}

function framesOf({ stack = "", message }: Error): string[] {
  const after = stack.slice(stack.indexOf(message) + message.length);
  return after
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
}
