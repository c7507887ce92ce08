import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import type { list, Report } from "#app/admin/reports/reports.server.ts";
import { gigPath } from "#app/gigs/gig.ts";
import { dateTime } from "#app/lib/dates.ts";
import { Stars } from "#app/ui/stars.tsx";

type Props = Awaited<ReturnType<typeof list>> & { stuck: number | null; reply: DecisionReply | null };

/** Reported reviews: what waits, oldest first, then what was decided recently. */
export function ReportsScreen({ waiting, decided, stuck, reply }: Props) {
  return (
    <QueuePage current="reports" stuck={stuck} title="Reported reviews">
      <DecisionQueue
        reply={reply}
        waiting={waiting.map(({ reviewId }) => reviewId)}
        emptyTitle="No open reports"
        recentTitle="Recently decided"
        recent={decided.map((report) => (
          <li key={report.number}>
            {`${report.hiddenAt === null ? "Kept" : "Taken down"}: a review by @${report.writer} of ${report.gigTitle}, reported by @${report.reporter} `}
            <span className="tiny muted num">
              {report.resolvedAt === null ? "" : dateTime(report.resolvedAt)}
            </span>{" "}
            <OrderLink id={report.orderId} />
          </li>
        ))}
      >
        {waiting.map((report) => (
          <section key={report.number} className="panel stack">
            <ReportedReview report={report} />
            <p>
              <b>{`@${report.reporter} reported it:`}</b>{" "}
              <span className="whitespace-pre-wrap">{report.reason}</span>
            </p>
            <p className="tiny muted num">{dateTime(report.at)}</p>
            <DecisionForm
              reply={replyAbout(reply, report.reviewId)}
              hidden={{ id: report.reviewId }}
              reasonId={`reason-${report.number}`}
              buttons={[
                { intent: "take-review-down", label: "Take the review down", kind: "stop" },
                { intent: "leave-review", label: "Keep the review" },
              ]}
            />
          </section>
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

function ReportedReview({ report }: { report: Report }) {
  return (
    <>
      <div className="row between">
        <Stars rating={report.rating} />
        <p className="tiny muted num">{dateTime(report.writtenAt)}</p>
      </div>
      <p className="whitespace-pre-wrap">{report.comment ?? "No comment provided."}</p>
      {report.reply === null ? null : (
        <p className="whitespace-pre-wrap">
          <b>Seller's reply:</b>
          {` ${report.reply}`}
        </p>
      )}
      <p className="small muted">
        {`By @${report.writer} about `}
        <a href={gigPath({ slug: report.gigSlug })}>{report.gigTitle}</a>, <OrderLink id={report.orderId} />
      </p>
    </>
  );
}
