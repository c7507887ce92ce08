import { type ReportKind, reportPath } from "#app/ui/report-path.ts";

/** The link that reports something. Screen readers read `what`, because a page may have many such links. */
export function ReportLink({ kind, id, what }: { kind: ReportKind; id: string; what: string }) {
  return (
    <a className="report" href={reportPath(kind, id)}>
      Report<span className="vh">{` ${what}`}</span>
    </a>
  );
}
