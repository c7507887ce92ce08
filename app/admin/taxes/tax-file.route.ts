import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { audited, runAudited } from "#app/admin/audit.server.ts";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { brandInFileNames } from "#app/brand.ts";
import { attachment } from "#app/lib/file-names.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { seeOther } from "#app/lib/replies.ts";
import { textStream } from "#app/lib/text-stream.ts";
import { toast } from "#app/lib/toast.server.ts";
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
  const { db, clock, log } = context;
  const at = clock.now();
  const year = periodOf(params.year ?? "", at);
  if (!year?.isYear) return notFound();
  const form = await readForm(request, z.object({}));
  const again = ({ sentence }: { sentence: string | null }) => {
    toast(context, "error", sentence ?? failed.sentence);
    return seeOther(page);
  };
  return await writes.run(context, form, { path: page, again, failed }, async () => {
    const decision = { operator, reason: `The sales of all sellers in ${year.name}` };
    await runAudited(() => db.batch([...audited(db, "export-taxes", `taxes:${year.name}`, decision, at)]));
    return new Response(textStream(partsOf(db, year), "tax file broke off", log), {
      headers: {
        ...consoleHeaders,
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": attachment(`${brandInFileNames}-taxes-${year.name}.csv`),
      },
    });
  });
}
