import { errorStack } from "#app/lib/errors.ts";

type Log = (level: "error", event: string, fields?: Record<string, unknown>) => void;

/**
 * A page's main read, without which there is no page: a failure is logged and throws 503 with the sentence, which the
 * error screen shows (product.md section 2, Main read).
 */
export async function mainRead<T>(reading: Promise<T>, sentence: string, log: Log): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    log("error", "main read failed", { sentence, error: errorStack(error) });
    throw new Response(sentence, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/** A section's read: a failure is logged and gives null, for the section's fallback; the page is still 200. */
export async function sectionRead<T>(reading: Promise<T>, section: string, log: Log): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    log("error", "section read failed", { section, error: errorStack(error) });
    return null;
  }
}
