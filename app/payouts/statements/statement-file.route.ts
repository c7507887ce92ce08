import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { brandInFileNames } from "#app/brand.ts";
import { attachment } from "#app/lib/file-names.ts";
import { href } from "#app/lib/href.ts";
import { redirect } from "#app/lib/replies.ts";
import { textStream } from "#app/lib/text-stream.ts";
import { toast } from "#app/lib/toast.server.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import { requireStatement } from "#app/payouts/statements/require-statement.server.ts";
import { partsOf } from "#app/payouts/statements/statement-csv.server.ts";

/**
 * /earnings/{period}.csv: the statement as a file (docs/specification.md#statements). A request that comes
 * too soon redirects to the page with a notice.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const name = params.period ?? "";
  const page = href("/earnings/:period", { period: name });
  const viewer = requireViewer(context, "Please sign in to continue", page);
  const { period, statement } = await requireStatement(context, viewer, name);
  const over = await allowances.ask(context, "export");
  if (over) {
    toast(context, "info", over.sentence);
    throw redirect(page, { "Retry-After": String(over.wait) });
  }
  const parts = partsOf(db, viewer.id, period, statement, clock.now());
  return new Response(textStream(parts, "statement broke off", log), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": attachment(`${brandInFileNames}-earnings-${name}.csv`),
      "Cache-Control": "no-store",
    },
  });
}
