import type { Sink } from "./runtime.ts";

/** A line of the product's log (workers/context.ts). */
type Entry = { level: string; event: string; requestId?: string } & Record<string, unknown>;

/**
 * Makes the workers' log readable: one line per request, and one per warning and error. With `LOG=json` the
 * lines are not changed, as in production.
 * @param print receives a finished line
 */
export function readableSink(print: (line: string, isError: boolean) => void): Sink {
  const asJson = process.env.LOG === "json";
  return (level, message) => {
    // Messages of workerd for its own developers.
    if (message.startsWith("NOSENTRY")) return;
    const line = asJson ? message : readable(message);
    if (line !== null) print(line, level === "error");
  };
}

/** @returns null for a line that a developer does not need: the sweep of each minute, a received webhook */
export function readable(message: string): string | null {
  const entry = entryOf(message);
  // A developer's own console.log.
  if (entry === null) return message;
  const { level, event, requestId, ...fields } = entry;
  if (event === "request") {
    const { method, path, status, ms } = fields;
    // The scripts wait for the start like this.
    return path === "/healthz" ? null : `${method} ${path} ${status} ${ms} ms`;
  }
  if (level === "info") return null;
  const stack = typeof fields.error === "string" ? `\n${fields.error}` : "";
  if (stack) delete fields.error;
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : "";
  return `${level}: ${event}${rest} (request ${requestId})${stack}`;
}

function entryOf(message: string): Entry | null {
  if (!message.startsWith('{"level":')) return null;
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
