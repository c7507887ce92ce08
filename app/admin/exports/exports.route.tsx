import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { exportForm, typedSearch } from "#app/admin/exports/export.form.ts";
import { exportKindOf, parseExportSearch } from "#app/admin/exports/export-search.ts";
import * as exports from "#app/admin/exports/exports.server.ts";
import { type ExportReply, ExportsScreen } from "#app/admin/exports/exports-screen.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Exports");
/** Those of a refused form say when the next try may succeed. */
export const headers = failureHeaders;

/** /admin/exports?kind=: the exports, each with a form (docs/specification.md#operator-exports). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const kind = exportKindOf(searchParams.get("kind"));
  const asked = kind && { kind, search: parseExportSearch(kind, searchParams) };
  const { waits } = await loadPage(context, async () => null);
  return { asked, waits };
}

const failed = {
  event: "export not begun",
  sentence: "Something went wrong. Nothing was exported; please try again.",
};

/** Answers with the file. It is a POST, so that no link and no prefetch exports anything. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request, exportForm);
  const path = href("/admin/exports");
  const again = (refusal: Refusal) => replyTo(form, refusal);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const { reason, ...asked } = writes.parse(form, exportForm);
    await writes.allow(context, "console-export");
    await exports.send(context, asked, { operator, reason });
    throw seeOther(path);
  });
}

function replyTo({ fields, text }: SentForm, { sentence, errors }: Refusal): ExportReply {
  return {
    intent: text("intent"),
    reason: text("reason"),
    search: typedSearch(fields),
    errors,
    formError: sentence ?? errors.intent?.[0] ?? null,
  };
}

export default function Exports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ExportsScreen {...loaded} reply={reply ?? null} />;
}
