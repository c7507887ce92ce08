import type { DecisionReply } from "#app/admin/decision.ts";
import { type AddressPage, BadAddressTable, clearIntent } from "#app/admin/health/bad-address-table.tsx";
import type { HealthCheck } from "#app/admin/health/health.server.ts";
import { age, cappedCount } from "#app/admin/health/health.ts";
import { LastSweep, repairButton } from "#app/admin/health/last-sweep.tsx";
import { StuckJobTable } from "#app/admin/health/stuck-job-table.tsx";
import type { list } from "#app/admin/health/stuck-jobs.server.ts";
import type { LastSweep as SweepRecord } from "#app/admin/health/sweep-record.server.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { date, dateTime } from "#app/lib/dates.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = Awaited<ReturnType<typeof list>> & {
  /** UTC ms. */
  at: number;
  checks: HealthCheck[];
  deadLetters: { body: string; reason: string; at: number }[];
  /** By day, newest first. */
  browserErrors: { day: number; count: number }[];
  /** Newest first. */
  addresses: AddressPage;
  sweep: SweepRecord;
  reply: DecisionReply | null;
};

/** The number of stuck items of each kind, then the jobs that an operator can retry. */
export function HealthScreen(props: Props) {
  const { at, checks, mails, webhooks, money, deadLetters, rejections, browserErrors } = props;
  const isRepair = props.reply?.intent === repairButton.intent;
  const isAddress = props.reply?.intent === clearIntent;
  const reply = isRepair || isAddress ? null : props.reply;
  const stuck = checks.reduce((sum, check) => sum + check.stuck, 0);
  const isCounted = (key: string) => checks.some((check) => check.key === key && check.count > 0);
  const canRetry = [...mails, ...webhooks, ...money].some((job) => job.canRetry);
  const overdue = checks.filter(({ to, count }) => to === "#overdue" && count > 0);
  const moneyTable = { id: "money", title: "Pending Stripe calls", jobs: money, at };
  return (
    <QueuePage
      current="health"
      title="Health"
      aside={
        <p className="small muted">
          {`${dateTime(at)} · `}
          <a href="/admin/health">Refresh</a>
        </p>
      }
    >
      {stuck === 0 ? (
        <div className="mt-5">
          <Note kind="ok" title="All well">
            <p>Nothing is stuck.</p>
          </Note>
        </div>
      ) : null}
      <div className="stats mt-5">
        {checks.map(({ key, label, to, count, since, stuck }) => {
          // The page has no section for what there is none of.
          const Item = count === 0 && to.startsWith("#") ? "div" : "a";
          return (
            <Item key={key} href={Item === "a" ? to : undefined} className={stuck > 0 ? "some" : undefined}>
              <b className="num">{cappedCount(count)}</b>
              {label}
              <span className="tiny muted">{since === null ? "none" : `oldest ${age(since, at)}`}</span>
            </Item>
          );
        })}
      </div>
      {canRetry || reply ? (
        <form method="post" className="mt-6" noValidate>
          {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
          <ErrorSummary errors={{ reason: reply?.errors.reason }} />
          <Field
            name="reason"
            label="Reason for the retry"
            hint="At least 10 characters. Every action is written to the audit log."
            required
            defaultValue={reply?.reason ?? ""}
            error={reply?.errors.reason ?? undefined}
          />
          <StuckJobTable
            id="mails"
            title="Failed emails"
            jobs={mails}
            at={at}
            retry={{ kind: "mail", label: "Try now" }}
          />
          <StuckJobTable
            id="webhooks"
            title="Unprocessed webhooks"
            jobs={webhooks}
            at={at}
            retry={{ kind: "webhook", label: "Process now" }}
          />
          <StuckJobTable {...moneyTable} retry={{ kind: "money", label: "Try now" }} />
        </form>
      ) : (
        <StuckJobTable {...moneyTable} retry={null} />
      )}
      <LastSweep sweep={props.sweep} reply={isRepair ? props.reply : null} />
      <BadAddressTable page={props.addresses} reply={isAddress ? props.reply : null} />
      <StuckJobTable id="unsent" title="Earnings not sent" jobs={props.earnings} at={at} retry={null} />
      <StuckJobTable
        id="failed-payouts"
        title="Failed payouts to banks"
        jobs={props.payouts}
        at={at}
        retry={null}
      />
      {overdue.length > 0 ? (
        <section id="overdue" className="mt-6">
          <h2 className="mb-3">Overdue</h2>
          <p>
            {"Scheduled work should have done these by now. If the numbers grow, it has stopped: check "}
            <code>/healthz</code> and the log.
          </p>
        </section>
      ) : null}
      {isCounted("pictures") ? (
        <section id="pictures" className="mt-6">
          <h2 className="mb-3">Pictures without AVIF</h2>
          <p>
            {
              "Five attempts to encode them failed. They are shown as WebP, which is larger. The log says why: "
            }
            <code>avif not made</code>.
          </p>
        </section>
      ) : null}
      {isCounted("files") ? (
        <section id="files" className="mt-6">
          <h2 className="mb-3">Files that could not be deleted</h2>
          <p>
            {
              "They are no longer needed, and the bucket has refused to delete them for more than a day. They are tried again. The log says why: "
            }
            <code>files not forgotten</code>
            {" or "}
            <code>upload not forgotten</code>.
          </p>
        </section>
      ) : null}
      {deadLetters.length > 0 ? (
        <LogList id="dead" title="Queue messages dropped in the last 24 hours" empty="">
          {deadLetters.map(({ body, reason, at }) => (
            <li key={`${at} ${body}`}>
              {`${dateTime(at)} · ${reason} · `}
              <code>{body}</code>
            </li>
          ))}
        </LogList>
      ) : null}
      {rejections.length > 0 ? (
        <LogList id="rejected" title="Webhooks rejected in the last 24 hours" empty="">
          {rejections.map(({ reason, count }) => (
            <li key={reason}>
              <b className="num">{count}</b>
              {` ${reason}`}
            </li>
          ))}
        </LogList>
      ) : null}
      <LogList id="client-errors" title="Errors in browsers, by day" empty="None in the last 14 days.">
        {browserErrors.map(({ day, count }) => (
          <li key={day}>
            <b className="num">{count}</b>
            {` on ${date(day)}`}
          </li>
        ))}
      </LogList>
    </QueuePage>
  );
}
