import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { BadAddressTable, clearIntent } from "#app/admin/health/bad-address-table.tsx";
import * as clientErrors from "#app/admin/health/client-errors.server.ts";
import * as health from "#app/admin/health/health.server.ts";
import { age, cappedCount, countCap } from "#app/admin/health/health.ts";
import { LastSweep, repairButton } from "#app/admin/health/last-sweep.tsx";
import { listDeadLetters } from "#app/admin/health/overdue.server.ts";
import * as retries from "#app/admin/health/retries.server.ts";
import { retryForm } from "#app/admin/health/retry.form.ts";
import { StuckJobTable } from "#app/admin/health/stuck-job-table.tsx";
import * as stuckJobs from "#app/admin/health/stuck-jobs.server.ts";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Note } from "#app/ui/note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Health");

/**
 * /admin/health?addresses={number}: everything that is stuck (docs/specification.md#operator-health).
 * `addresses`: the number of the last address on the previous page of addresses that bounce.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("addresses"));
  const { db, clock, log } = context;
  const at = clock.now();
  const read = () =>
    Promise.all([
      health.runChecks(db, at),
      stuckJobs.list(db, at),
      listDeadLetters(db, at),
      clientErrors.listDays(db, at),
      sweepRecord.find(db),
      badAddresses.list(db, after, rowsPerPage + 1),
    ]);
  const [checks, jobs, deadLetters, browserErrors, sweep, addresses] = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  const waits = health.waitsOf(checks, countCap);
  const page = pageOf(addresses);
  return { at, checks, ...jobs, deadLetters, browserErrors, sweep, addresses: { after, ...page }, waits };
}

const kinds = {
  mail: { retry: retries.retryMail, doneText: "The email was sent" },
  webhook: { retry: retries.retryWebhook, doneText: "The webhook was processed" },
  money: { retry: retries.retryMoneyCall, doneText: "Stripe confirmed the call" },
  address: { retry: retries.clearAddress, doneText: "Emails to this address are turned on again" },
};

/** Retries an email, a webhook or a money call, clears an address, or runs the scheduled work. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, retryForm, async ({ again: { kind, id }, reason }) => {
    if (kind === "sweep") {
      const result = await retries.runSweep(context, { operator, reason });
      if (result === "changed") refuse("stale", "A run is not finished yet. Wait a moment and look again.");
      const [notice, as] = repaired[result];
      return writes.done(context, notice, `${href("/admin/health")}#last-sweep`, as);
    }
    const { retry, doneText } = kinds[kind];
    const result = await retry(context, id, { operator, reason });
    const [notice, as] = result === "done" ? ([doneText, "success"] as const) : notDone[result];
    return writes.done(context, notice, "/admin/health", as);
  });
}

const repaired = {
  done: ["The scheduled work has run", "success"],
  pending: ["The run takes longer than 30 seconds and continues", "info"],
} as const;

const notDone = {
  changed: ["This has already been done, or is being done now", "info"],
  pending: ["Stripe has not confirmed it yet", "info"],
  failed: ["The retry failed too", "error"],
} as const;

/** The number of stuck items of each kind, then the jobs that an operator can retry. */
export default function Health() {
  const loaded = useLoaderData<typeof loader>();
  const { at, checks, mails, webhooks, money, deadLetters, rejections, browserErrors } = loaded;
  const sent = useActionData<typeof action>() ?? null;
  const isRepair = sent?.intent === repairButton.intent;
  const isAddress = sent?.intent === clearIntent;
  const reply = isRepair || isAddress ? null : sent;
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
          <Note kind="ok" title="All is well">
            <p>Nothing is stuck.</p>
          </Note>
        </div>
      ) : null}
      <div className="stats mt-5">
        {checks.map(({ key, label, to, count, since, stuck }) => {
          // If there are none, the page has no section to link to.
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
            multiline
            rows={2}
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
      <LastSweep sweep={loaded.sweep} reply={isRepair ? sent : null} />
      <BadAddressTable page={loaded.addresses} reply={isAddress ? sent : null} />
      <StuckJobTable id="unsent" title="Earnings not sent" jobs={loaded.earnings} at={at} retry={null} />
      <StuckJobTable
        id="failed-payouts"
        title="Failed payouts to banks"
        jobs={loaded.payouts}
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
