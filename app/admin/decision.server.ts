import type { AppLoadContext } from "@remix-run/cloudflare";
import { type ZodType, z } from "zod";
import type { DecisionReply } from "#app/admin/decision.ts";
import { rowsPerPage } from "#app/admin/list-page.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** The error if the database failed. */
export const decisionFailed = {
  event: "decision not written",
  sentence: "Something went wrong. Nothing was decided; please try again.",
};

/**
 * Runs an operator's decision form: parses it, runs `decide`, then redirects with a notice or shows the form
 * again. Call `requireOperator` first. `decide` writes the audit row in the same batch as its change.
 * @param fields the page's own text fields: the reply has what was typed into them, and their errors
 * @throws Response 404 if the user is no longer an operator when the batch is written
 */
export async function runDecision<Input extends { reason: string }, Done, Field extends string = never>(
  request: Request,
  context: AppLoadContext,
  schema: ZodType<Input>,
  decide: (input: Input, form: SentForm) => Promise<Done>,
  fields: readonly Field[] = [],
) {
  const form = await readForm(request, schema, ["id", "intent", "pick", "rule"]);
  const { text } = form;
  const typed = {
    id: text("id"),
    intent: text("intent"),
    reason: text("reason"),
    rule: text("rule"),
    picked: form.fields.getAll("pick").map(String),
  };
  const own = Object.fromEntries(fields.map((name) => [name, text(name)])) as Record<Field, string>;
  const places: string[] = ["reason", "rule", ...fields];
  const again = ({ sentence, errors }: Refusal): DecisionReply & Record<Field, string> => ({
    ...own,
    ...typed,
    errors: Object.fromEntries([...places, "pick"].map((name) => [name, errors[name]])),
    formError: sentence ?? Object.entries(errors).find(([name]) => !places.includes(name))?.[1][0] ?? null,
  });
  const { pathname: path } = new URL(request.url);
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () =>
    decide(writes.parse(form, schema), form),
  );
}

/** The chosen rows of a list: the id of each, and the version that the operator saw. */
export const picksField = (nothing: string) =>
  z
    .array(z.string().regex(/^.{1,255}:\d{1,9}$/, nothing), { error: nothing })
    .min(1, nothing)
    .max(rowsPerPage, `Please choose at most ${rowsPerPage}`)
    .transform((picks) => picks.map(pickOf));

function pickOf(text: string) {
  const end = text.lastIndexOf(":");
  return { id: text.slice(0, end), version: Number(text.slice(end + 1)) };
}

type SeenRow = { id: string; version: number };
type Picked<Row> = { row: Row; name: string };

/**
 * Decides on each chosen row. A row that is refused does not stop the others. `followUp` runs at the end,
 * even after an error.
 * @param find returns the row with this id, and what it is called; throws a Refusal if there is none
 * @param decide `version`: the one that the operator saw. Throws a Refusal
 * @param followUp starts the work that follows; default: sends the emails
 * @returns what `decide` returned for each row
 * @throws Refusal of the only row; else one that says how many were decided, and why the others were not
 */
export async function decideOnEach<Row, Done>(
  context: AppLoadContext,
  picks: SeenRow[],
  find: (id: string) => Promise<Picked<Row>>,
  decide: (row: Row, version: number) => Promise<Done>,
  followUp: (context: AppLoadContext) => void = ({ sendMails }) => sendMails(),
): Promise<Done[]> {
  const refusals: string[] = [];
  const decided: Done[] = [];
  try {
    for (const { id, version } of picks) {
      let name = "One";
      try {
        const found = await find(id);
        name = `‘${found.name}’`;
        decided.push(await decide(found.row, version));
      } catch (error) {
        const isFirst = decided.length + refusals.length === 0;
        if (picks.length === 1 || !(error instanceof Error || error instanceof Refusal)) throw error;
        if (error instanceof Refusal) refusals.push(`${name}: ${error.first.replace(/[.]?$/, ".")}`);
        // The user is no longer an operator, or nothing was decided yet: the usual error reply fits.
        else if (isFirst || guards.broken(error) !== null) throw error;
        else {
          context.log("error", decisionFailed.event, { error: errorStack(error) });
          refusals.push(`${name}: Something went wrong. Please try again.`);
          break;
        }
      }
    }
  } finally {
    followUp(context);
  }
  if (refusals.length === 0) return decided;
  const were = decided.length === 1 ? "was" : "were";
  return refuse("stale", [`${decided.length} of ${picks.length} ${were} decided.`, ...refusals].join(" "));
}
