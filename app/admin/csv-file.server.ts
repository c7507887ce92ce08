import { brandInFileNames } from "#app/brand.ts";
import type { Capabilities } from "#app/context.ts";
import { attachment } from "#app/lib/file-names.ts";
import { textStream } from "#app/lib/text-stream.ts";

/**
 * Answers with a CSV file.
 * @param parts its text, which is streamed
 * @param name without the brand and the extension
 * @param brokeOff the event to log if a part cannot be read
 */
export function csvFile(
  { log }: Pick<Capabilities, "log">,
  parts: AsyncGenerator<string, void, undefined>,
  name: string,
  brokeOff: string,
): Response {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": attachment(`${brandInFileNames}-${name}.csv`),
  };
  return new Response(textStream(parts, brokeOff, log), { headers });
}
