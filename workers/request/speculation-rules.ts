import type { Preferences } from "#app/context.ts";

/**
 * Links the rules by which a browser prefetches the next public page while its link is still pressed
 * (docs/specification.md#next-page). Signed-in pages get none: their scripts have started, and navigate
 * without a document. Visitors who save data get none either.
 */
export function withSpeculationRules(
  response: Response,
  { lite, saveData }: Pick<Preferences, "lite" | "saveData">,
): Response {
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && !lite && !saveData) response.headers.set("Speculation-Rules", '"/speculation-rules.json"');
  return response;
}
