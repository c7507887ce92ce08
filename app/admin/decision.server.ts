import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ZodType } from "zod";
import type { DecisionReply } from "#app/admin/decision.ts";
import { readForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The error if the database failed. */
export const decisionFailed = {
  event: "decision not written",
  sentence: "Something went wrong. Nothing was decided; please try again.",
};

/**
 * Runs an operator's decision form: parses it, runs `decide`, then redirects with a notice or shows the form
 * again. Call `requireOperator` first. `decide` writes the audit row in the same batch as its change.
 * @throws Response 404 if the user is no longer an operator when the batch is written
 */
export async function runDecision<Input extends { reason: string }, Done>(
  request: Request,
  context: AppLoadContext,
  schema: ZodType<Input>,
  decide: (input: Input) => Promise<Done>,
) {
  const form = await readForm(request, schema, ["id", "intent"]);
  const text = (name: string) => String(form.fields.get(name) ?? "");
  const typed = { id: text("id"), intent: text("intent"), reason: text("reason") };
  const again = ({ sentence, errors: { reason, ...others } }: Refusal): DecisionReply => ({
    ...typed,
    errors: { reason },
    formError: sentence ?? Object.values(others).flat()[0] ?? null,
  });
  const { pathname: path } = new URL(request.url);
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () =>
    decide(writes.parse(form, schema)),
  );
}
