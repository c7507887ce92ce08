import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { exportForm, typedSearch } from "#app/admin/exports/export.form.ts";
import {
  type ExportSearch,
  exportKindOf,
  exportKinds,
  maxRead,
  maxRows,
  parseExportSearch,
} from "#app/admin/exports/export-search.ts";
import * as exports from "#app/admin/exports/exports.server.ts";
import { Folded } from "#app/admin/folded.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Exports");
/** The headers of a refused form say when to try again. */
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

/** A refused form, of the export `intent`, with the filters that were sent. */
type ExportReply = Omit<DecisionReply, "id"> & { search: ExportSearch };

export default function Exports() {
  const { asked } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  const isKnown = exportKinds.some(({ key }) => key === reply?.intent);
  return (
    <QueuePage current="exports" title="Exports">
      <div className="stack mt-5">
        {reply?.formError && !isKnown ? <RefusalNote title={reply.formError} /> : null}
        <p>
          {`Each file is CSV for spreadsheets, with amounts in US dollars and times in UTC. It has the newest ${maxRows.toLocaleString("en-US")} rows that match its filter, and at most ${maxRead.toLocaleString("en-US")} rows are read to find them; for older ones, choose other days or a narrower filter. You can download 10 files an hour, and each is recorded in the audit log.`}
        </p>
        {exportKinds.map((one) => {
          const mine = reply?.intent === one.key ? reply : null;
          const search = mine?.search ?? (asked?.kind === one.key ? asked.search : null);
          return <ExportPanel key={one.key} one={one} search={search} reply={mine} />;
        })}
      </div>
    </QueuePage>
  );
}

type PanelProps = {
  one: (typeof exportKinds)[number];
  /** The filters to fill in; null: the form is folded. */
  search: ExportSearch | null;
  reply: ExportReply | null;
};

function ExportPanel({ one: { key: kind, label, about, filters }, search, reply }: PanelProps) {
  return (
    <Folded heading={label} id={kind} isOpen={search !== null}>
      <DecisionForm
        reply={reply}
        action="/admin/exports"
        hint={about}
        errors={Object.fromEntries(
          filters.map(({ name }) => [`${name}-${kind}`, reply?.errors[name]] as const),
        )}
        reasonId={`reason-${kind}`}
        buttons={[{ intent: kind, label: `Export ${label.toLowerCase()}`, isDownload: true }]}
      >
        {filters.map((filter) => {
          const value = search?.[filter.name] ?? "";
          const id = `${filter.name}-${kind}`;
          return filter.kind === "choice" ? (
            <SelectField
              key={id}
              id={id}
              name={filter.name}
              label={filter.label}
              options={filter.choices.map(({ key, label }) => ({ value: key, label }))}
              none="Any"
              defaultValue={value}
            />
          ) : (
            <Field
              key={id}
              id={id}
              name={filter.name}
              label={filter.label}
              type={filter.kind === "day" ? "date" : "search"}
              {...(filter.kind === "text" ? { placeholder: filter.placeholder } : {})}
              autoComplete="off"
              defaultValue={value}
              error={reply?.errors[filter.name] ?? undefined}
            />
          );
        })}
      </DecisionForm>
    </Folded>
  );
}
