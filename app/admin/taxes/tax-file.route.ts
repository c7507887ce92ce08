import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { audited, runAudited } from "#app/admin/audit.server.ts";
import { csvFile } from "#app/admin/csv-file.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { periodOf } from "#app/payouts/statements/period.ts";
import { partsOf } from "#app/payouts/taxes/tax-csv.server.ts";
import * as writes from "#app/writes/writes.server.ts";

const page = href("/admin/payouts/taxes");
const failed = { event: "tax file not made", sentence: "Something went wrong. Please try again." };

/** A download is a POST, because it writes an audit row. */
export const loader = notFound;

/** POST /admin/payouts/taxes/{year}.csv: the sales of all sellers in a year (docs/specification.md#taxes). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const year = periodOf(params.year ?? "", context.clock.now());
  if (!year?.isYear) return notFound();
  const form = await readForm(request, z.object({}));
  const again = ({ sentence }: Refusal) => writes.done(context, sentence ?? failed.sentence, page, "error");
  return await writes.run(context, form, { path: page, again, failed }, async () => {
    await noteTaxExport(context, operator, year.name);
    return csvFile(context, partsOf(context.db, year), `taxes-${year.name}`, "tax file broke off");
  });
}

/** @throws the guard `operator` if the user is no longer an operator */
async function noteTaxExport({ db, clock }: AppLoadContext, operator: Viewer, year: string): Promise<void> {
  const decision = { operator, reason: `The sales of all sellers in ${year}` };
  await runAudited(() => db.batch([...audited(db, "export-taxes", `taxes:${year}`, decision, clock.now())]));
}
