import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import {
  anything,
  exportKindOf,
  parseExportSearch,
  refusalsToDays,
} from "#app/admin/exports/export-search.ts";
import * as exports from "#app/admin/exports/exports.server.ts";
import { type ExportReply, ExportsScreen } from "#app/admin/exports/exports-screen.tsx";
import { refusalToText } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { brandInFileNames } from "#app/brand.ts";
import { csvTime } from "#app/lib/csv.ts";
import { attachment } from "#app/lib/file-names.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { textStream } from "#app/lib/text-stream.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Exports");
/** Those of a refused form say when the next try may succeed. */
export const headers: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders.has("Retry-After") ? actionHeaders : consoleHeaders;

/** /admin/exports?kind=: the exports, each with a form (docs/specification.md#operator-exports). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { searchParams } = new URL(request.url);
  const kind = exportKindOf(searchParams.get("kind"));
  const asked = kind && { kind, search: parseExportSearch(kind, searchParams) };
  const { waits } = await loadPage(context, async () => null);
  return data({ asked, waits }, { headers: consoleHeaders });
}

const exportForm = z.object({ reason: reasonField });
const failed = {
  event: "export not begun",
  sentence: "Something went wrong. Nothing was exported; please try again.",
};

/** Answers with the file. It is a POST, so that no link and no prefetch exports anything. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock, log } = context;
  const form = await readForm(request, exportForm, ["intent", ...Object.keys(anything)]);
  const sent = (name: string) => String(form.fields.get(name) ?? "");
  const kind = exportKindOf(sent("intent"));
  const search = kind
    ? parseExportSearch(
        kind,
        new URLSearchParams(Object.keys(anything).map((name) => [name, sent(name).trim()])),
      )
    : anything;
  const days = { from: sent("from").trim(), to: sent("to").trim() };
  const again = ({ sentence, errors }: Refusal): ExportReply => ({
    ...{ intent: sent("intent"), reason: sent("reason"), search: { ...search, ...days } },
    ...{ errors, formError: sentence },
  });
  const path = href("/admin/exports");
  return await writes.run(context, form, { path, again, failed }, async () => {
    if (kind === null) refuse("invalid", "Please choose what to export");
    const tooShort = refusalToText(search.q);
    const wrong = { ...(tooShort && { q: [tooShort] }), ...refusalsToDays(kind, days) };
    const { reason } = writes.parse(form, exportForm, wrong);
    await writes.allow(context, "console-export");
    const at = clock.now();
    await exports.record(db, { kind, search }, { operator, reason }, at);
    const parts = exports.partsOf(db, { kind, search }, operator.id, at);
    const name = `${brandInFileNames}-${kind}-${csvTime(at).slice(0, 10)}.csv`;
    context.sendFile(
      new Response(textStream(parts, "export broke off", log), {
        headers: {
          ...consoleHeaders,
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": attachment(name),
        },
      }),
    );
    throw seeOther(path);
  });
}

export default function Exports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ExportsScreen {...loaded} reply={reply ?? null} />;
}
