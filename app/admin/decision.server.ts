import { type AppLoadContext, data } from "@remix-run/cloudflare";
import type { ZodType } from "zod";
import type { DecisionReply } from "#app/admin/decision.ts";
import { consoleHeaders, notFound } from "#app/admin/require-operator.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** What came of a decision: a refusal for the form, or a toast on the page at `to`. */
export type Outcome =
  | "no operator"
  | { refusal: string; status: 403 | 409 }
  | { kind: "success" | "info" | "error"; toast: string; to: string };

/**
 * Runs an operator's decision form: parses it, runs `decide`, then redirects with a toast or shows the form
 * again. Call `requireOperator` first. `decide` writes the audit row in the batch of what it does.
 * @throws Response 404 if the user is no longer an operator when the batch is written; 400 or 405 if there is
 * no form
 */
export async function runDecision<Input extends { reason: string }>(
  request: Request,
  context: AppLoadContext,
  schema: ZodType<Input>,
  decide: (input: Input) => Promise<Outcome>,
) {
  const sent = await readForm(request, schema, ["id", "intent"]);
  const submission = sent.parse(schema);
  const text = (name: string) => String(sent.fields.get(name) ?? "");
  const typed = { id: text("id"), intent: text("intent"), reason: text("reason") };
  if (submission.status !== "success") {
    const { reason, id, intent, again } = submission.error ?? {};
    const formError = sent.refusal ?? id?.[0] ?? intent?.[0] ?? again?.[0] ?? null;
    return refuse({ ...typed, errors: { reason }, formError }, 400);
  }
  const outcome = await decide(submission.value);
  if (outcome === "no operator") return notFound();
  if ("refusal" in outcome)
    return refuse({ ...typed, errors: {}, formError: outcome.refusal }, outcome.status);
  toast(context, outcome.kind, outcome.toast);
  return seeOther(outcome.to);
}

/** Shows the page again with what was refused, outside every cache. */
export function refuse<Reply = DecisionReply>(reply: Reply, status: 400 | 403 | 409) {
  return data(reply, { status, headers: consoleHeaders });
}
