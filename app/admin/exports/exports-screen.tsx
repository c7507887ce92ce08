import type { DecisionReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { type ExportKind, type ExportSearch, exportKinds } from "#app/admin/exports/export-search.ts";
import { mostRead, mostRows } from "#app/admin/exports/most-rows.ts";
import { Folded } from "#app/admin/folded.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";

/** A refused form, of the export `intent`, with the filters that were sent. */
export type ExportReply = Omit<DecisionReply, "id"> & { search: ExportSearch };

type Props = {
  /** The export whose form is open, with its filters; null: none. */
  asked: { kind: ExportKind; search: ExportSearch } | null;
  reply: ExportReply | null;
};

/** A form for each export. */
export function ExportsScreen({ asked, reply }: Props) {
  const isKnown = exportKinds.some(({ key }) => key === reply?.intent);
  return (
    <QueuePage current="exports" title="Exports">
      <div className="stack mt-5">
        {reply?.formError && !isKnown ? <RefusalNote title={reply.formError} /> : null}
        <p>
          {`Each file is CSV for spreadsheets, with amounts in US dollars and times in UTC. It has the newest ${mostRows.toLocaleString("en-US")} rows that match its filter, and at most ${mostRead.toLocaleString("en-US")} rows are read to find them; for older ones, choose other days or a narrower filter. You can download 10 files an hour, and each is a row of the audit log.`}
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
