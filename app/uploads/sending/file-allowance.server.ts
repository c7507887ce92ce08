import type { AppLoadContext } from "@remix-run/cloudflare";
import * as allowances from "#app/limits/allowances.server.ts";
import { costOfFiles } from "#app/limits/limits.ts";
import { bytesOf } from "#app/uploads/private-files.server.ts";
import type { Counted, Refusal } from "#app/uploads/sending/answer-file.server.ts";

/**
 * Asks whether the viewer may send the one file that a request brings as its body
 * (docs/specification.md#allowances). It counts what the request declares, so that files at the same time do
 * not exceed the allowance together; what did not arrive is given back.
 */
export async function askForFile(
  context: Pick<AppLoadContext, "db" | "clock" | "viewer" | "address" | "rate">,
  request: Request,
): Promise<Counted | Extract<Refusal, { sentence: string }>> {
  const declared = costOfFiles([{ size: bytesOf(request) ?? 0 }]);
  const over = await allowances.ask(context, "file", declared);
  if (over) return { sentence: over.sentence, status: 429, wait: over.wait };
  return {
    settle: (received) => allowances.giveBack(context, "file", declared - costOfFiles([{ size: received }])),
  };
}
