import { brand } from "#app/brand.ts";
import { kindNames, maxNoteLength, reportReasons } from "#app/reports/report.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import { type ReportKind, reportPath } from "#app/ui/report-path.ts";

/** Why a report was not written, and what was typed. */
export type ReportReply = {
  refusal: string | null;
  errors: FormErrors;
  typed: { reason: string; note: string };
};

type Props = {
  kind: ReportKind;
  id: string;
  /** What is reported, in words, and its own text; null if it has none. */
  label: string;
  excerpt: string | null;
  /** The page that shows it. */
  back: string;
  isReported: boolean;
  /** Why the viewer may not report it; null if they may. */
  refusal: string | null;
  /** What was typed before sign-in. */
  typed: { reason: string; note: string };
  reply: ReportReply | null;
};

/** /report: what is reported and the form, or the confirmation that it was received. */
export function ReportScreen({ kind, id, label, excerpt, back, isReported, refusal, typed, reply }: Props) {
  const shown = reply?.typed ?? typed;
  const errors = reply?.errors ?? {};
  return (
    <div className="wrap page told">
      <h1 className="stitch">{`Report this ${kindNames[kind]}`}</h1>
      <div className="panel mt-5">
        <p>
          <b dir="auto">{label}</b>
        </p>
        {excerpt === null ? null : (
          <p className="whitespace-pre-wrap mt-2" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      <div className="mt-5">
        {refusal ? (
          <Note kind={isReported ? "ok" : "plain"} title={refusal}>
            {isReported ? (
              <p>{`${brand} support will look at it. We'll email you when it is decided.`}</p>
            ) : null}
          </Note>
        ) : (
          <form method="post" action={reportPath(kind, id)} className="stack" noValidate>
            <ErrorSummary errors={errors} form={reply?.refusal ? [reply.refusal] : []} />
            <SelectField
              name="reason"
              label="Reason"
              options={Object.entries(reportReasons).map(([value, label]) => ({ value, label }))}
              defaultValue={shown.reason in reportReasons ? shown.reason : ""}
              required
              error={errors.reason ?? undefined}
            />
            <Field
              name="note"
              label="What is wrong, in one sentence"
              hint={`Up to ${maxNoteLength} characters. You can leave it empty, unless the reason is “${reportReasons.other}”.`}
              multiline
              rows={3}
              defaultValue={shown.note}
              error={errors.note ?? undefined}
            />
            <p className="small muted">
              {`${brand} support will read it. The other person won't learn who reported it. We'll email you when it is decided.`}
            </p>
            <div className="row">
              <Submit className="btn go" pendingText="Sending...">
                Send report
              </Submit>
            </div>
          </form>
        )}
      </div>
      <p className="mt-5">
        <a className="more" href={back}>
          Back
        </a>
      </p>
    </div>
  );
}
