import { AdminFrame } from "#app/admin/admin-frame.tsx";
import { adminOrderPath } from "#app/admin/orders/order-search.ts";
import type { list, Report } from "#app/admin/reports/reports.server.ts";
import { gigPath } from "#app/gigs/gig.ts";
import { dateTime } from "#app/lib/dates.ts";
import { shortId } from "#app/orders/order.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import { Stars } from "#app/ui/stars.tsx";

/** What came of a form that was sent: its sentences, and what was typed. */
export type ReportReply = { id: string; reason: string; fieldError: string | null; formError: string | null };

type Props = Awaited<ReturnType<typeof list>> & { stuck: number | null; reply: ReportReply | null };

/** Reviews that somebody has reported: what waits, the oldest first, then what was decided lately. */
export function ReportsScreen({ waiting, decided, stuck, reply }: Props) {
  const isGone = reply !== null && waiting.every(({ reviewId }) => reviewId !== reply.id);
  return (
    <AdminFrame current="reports" stuck={stuck}>
      <div className="head">
        <h1 className="stitch">Reported reviews</h1>
      </div>
      <div className="stack mt-5">
        {reply?.formError ? (
          <Note kind="bad" title={reply.formError}>
            {isGone && reply.reason ? <p>What you have typed: {reply.reason}</p> : null}
          </Note>
        ) : null}
        {waiting.length === 0 ? <Note kind="ok" title="No report waits" /> : null}
        {waiting.map((report) => (
          <section key={report.n} className="panel stack">
            <Reviewed report={report} />
            <p>
              <b>@{report.reporter} reports it:</b>{" "}
              <span className="whitespace-pre-wrap">{report.reason}</span>
            </p>
            <p className="tiny muted num">{dateTime(report.at)}</p>
            <Decide report={report} reply={reply?.id === report.reviewId ? reply : null} />
          </section>
        ))}
      </div>
      {decided.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-3">Decided lately</h2>
          <ul className="log-list">
            {decided.map((report) => (
              <li key={report.n}>
                {report.hiddenAt === null ? "Left" : "Taken down"}: a review by @{report.writer} of{" "}
                {report.gigTitle}, reported by @{report.reporter}{" "}
                <span className="tiny muted num">
                  {report.resolvedAt === null ? "" : dateTime(report.resolvedAt)}
                </span>{" "}
                <OrderLink id={report.orderId} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AdminFrame>
  );
}

function OrderLink({ id }: { id: string }) {
  return (
    <a className="num" href={adminOrderPath(id)}>
      order #{shortId(id)}
    </a>
  );
}

function Reviewed({ report }: { report: Report }) {
  return (
    <>
      <div className="row between">
        <Stars rating={report.rating} />
        <p className="tiny muted num">{dateTime(report.writtenAt)}</p>
      </div>
      <p className="whitespace-pre-wrap">{report.comment ?? "No comment provided."}</p>
      {report.reply === null ? null : (
        <p className="whitespace-pre-wrap">
          <b>Seller's reply:</b> {report.reply}
        </p>
      )}
      <p className="small muted">
        By @{report.writer} about <a href={gigPath({ slug: report.gigSlug })}>{report.gigTitle}</a>,{" "}
        <OrderLink id={report.orderId} />
      </p>
    </>
  );
}

function Decide({ report, reply }: { report: Report; reply: ReportReply | null }) {
  const field = `reason-${report.n}`;
  return (
    <form method="post" className="stack" noValidate>
      <ErrorSummary errors={reply?.fieldError ? { [field]: [reply.fieldError] } : {}} />
      <input type="hidden" name="id" value={report.reviewId} />
      <Field
        id={field}
        name="reason"
        label="Reason"
        hint="At least 10 characters, for the audit log."
        multiline
        rows={2}
        required
        defaultValue={reply?.reason ?? ""}
        error={reply?.fieldError ?? undefined}
      />
      <div className="row">
        <Submit className="btn stop" name="intent" value="take-review-down" pendingText="Processing...">
          Take the review down
        </Submit>
        <Submit className="btn" name="intent" value="leave-review" pendingText="Processing...">
          Leave it
        </Submit>
      </div>
    </form>
  );
}
