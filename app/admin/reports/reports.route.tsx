import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import type { DecisionButton } from "#app/admin/decision-form.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { PickList } from "#app/admin/pick-list.tsx";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { reasonField } from "#app/admin/reason.form.ts";
import {
  decisionsFor,
  nameOf,
  outcomeWord,
  type ReportIntent,
  reasonText,
  reportDecisions,
  reportIntents,
} from "#app/admin/reports/report-decision.ts";
import * as decisions from "#app/admin/reports/report-decisions.server.ts";
import type { Entry, OneReport } from "#app/admin/reports/report-queue.server.ts";
import * as queue from "#app/admin/reports/report-queue.server.ts";
import { parseReportSearch, reportsPath } from "#app/admin/reports/report-search.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import type { Column } from "#app/admin/table.tsx";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { cardText } from "#app/conversations/thread/offer-facts.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { kindNames, type Outcome } from "#app/reports/report.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Stars } from "#app/ui/stars.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Reports");

/**
 * /admin/reports?after={number}: the reported things that are waiting
 * (docs/specification.md#operator-reports). ?id={thing}: one of them, with its reports.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseReportSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => queue.list(context.db, search));
  return { ...page, search, waits, now: context.clock.now() };
}

const toasts: Record<Outcome, string> = {
  left: "Left as it is",
  removed: "Taken down",
  warned: "Warned by email",
  suspended: "Suspended and notified by email",
};

/** The form: the chosen things, what to do, and why. A decision against the owner names its rule. */
const reportForm = z
  .object({
    intent: z.enum(reportIntents, { error: "Please choose what to do" }),
    pick: picksField("Please choose a report"),
    rule: ruleField,
    reason: reasonField,
  })
  .refine(({ intent, rule }) => intent === "leave" || rule !== undefined, rulePicked);

/** Decides on the chosen things, for everyone who reported them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, reportForm, async ({ intent, pick, ...why }) => {
    const find = (id: string) => queue.findNamed(context.db, id);
    await decideOnEach(context, pick, find, (entry, number) =>
      decisions.run(context, intent, entry, number, { operator, ...why }),
    );
    const { after } = parseReportSearch(new URL(request.url).searchParams);
    return writes.done(context, toasts[reportDecisions[intent].outcome], reportsPath({ after }));
  });
}

const buttons: (DecisionButton & { intent: ReportIntent })[] = [
  { intent: "leave", label: "Leave as it is" },
  { intent: "take-down", label: "Take down", kind: "stop" },
  { intent: "take-down-and-warn", label: "Take down and warn", kind: "stop" },
  { intent: "warn", label: "Warn" },
  { intent: "suspend", label: "Suspend the user", kind: "stop" },
];

/** Reported things, their texts folded, with one form that decides on the chosen ones; then decided ones. */
export default function Reports() {
  const { waiting, reports, decided, next, now, search } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  return (
    <QueuePage
      current="reports"
      title="Reports"
      aside={
        search.id === null ? null : (
          <a className="more" href={reportsPath()}>
            All reports
          </a>
        )
      }
      pages={pagesOf(reportsPath, search, next)}
    >
      <div className="mt-5">
        <PickList
          label="Reports"
          columns={columnsWith(reports, now)}
          rows={waiting}
          about={(entry) => ({ id: entry.subjectId, version: entry.number, name: nameOfEntry(entry) })}
          isAboutOne={search.id !== null}
          isFixed={(entry) => decisionsFor(entry).length === 0}
          buttons={buttons.filter(({ intent }) =>
            waiting.some((entry) => decisionsFor(entry).includes(intent)),
          )}
          asksRule
          reasonHint="What happened, in at least 10 characters. The owners see it, with the rule, unless you leave it as it is. Do not say who reported it."
          empty={
            search.id === null ? (
              <Empty title="No open reports" text="What people report appears here." />
            ) : (
              <Empty title="No open reports about this" text="It was decided, or it was never reported." />
            )
          }
          reply={reply}
        />
      </div>
      <LogList title="Recently decided" empty="Nothing has been decided yet">
        {decided.map((one) => (
          <li key={one.number}>
            {`${outcomeWord(one.outcome)}: ${nameOf(one)} `}
            <span className="tiny muted num">{one.resolvedAt === null ? "" : dateTime(one.resolvedAt)}</span>{" "}
            {one.orderId === null ? null : <OrderLink id={one.orderId} />}
          </li>
        ))}
      </LogList>
    </QueuePage>
  );
}

function nameOfEntry({ kind, gig, owner }: Entry): string {
  return nameOf({ kind, title: gig?.title ?? null, username: owner?.username ?? null });
}

/** @param reports those of the only row, which is then shown in full; null: the texts are folded */
function columnsWith(reports: OneReport[] | null, now: number): Column<Entry>[] {
  return [
    { label: "Kind", cell: ({ kind }) => humanize(kindNames[kind]) },
    {
      label: "Reported",
      kind: "why",
      cell: (entry) => (
        <>
          <Thing entry={entry} />
          <details open={reports !== null}>
            <summary>{entry.kind === "user" || entry.kind === "gig" ? "Report" : "Text and report"}</summary>
            <Words entry={entry} now={now} />
            {(reports ?? [entry]).map((report) => (
              <ReportText key={report.number} {...report} />
            ))}
            {entry.hasMore && reports === null ? (
              <p>
                <a className="more" href={reportsPath({ id: entry.subjectId })}>
                  More people reported it
                </a>
              </p>
            ) : null}
            {entry.conversationId === null ? null : (
              <p>
                <a className="more" href={href("/admin/conversations/:id", { id: entry.conversationId })}>
                  Read the conversation
                </a>
              </p>
            )}
          </details>
        </>
      ),
    },
    {
      label: "Owner",
      cell: ({ owner }) =>
        owner === null ? (
          "–"
        ) : (
          <>
            <UserLink {...owner} />{" "}
            {owner.suspendedAt === null ? null : <span className="tag bad">Suspended</span>}
          </>
        ),
    },
    { label: "Reason", cell: ({ reason }) => reasonText(reason) },
    { label: "Since", kind: "num", cell: ({ at }) => dateTime(at) },
  ];
}

function ReportText({ reporter, reason, note, at }: OneReport) {
  const parts = [reason === "other" ? null : reasonText(reason), note || null];
  return (
    <p>
      <b>{`${reporter === null ? "A deleted account" : `@${reporter}`} reported it: `}</b>
      <span className="whitespace-pre-wrap" dir="auto">
        {parts.filter(Boolean).join(". ")}
      </span>{" "}
      <span className="tiny muted num">{dateTime(at)}</span>
    </p>
  );
}

/** Links to what was reported: the service, or the order of a review. */
function Thing({ entry: { kind, exists, isShown, gig, review } }: { entry: Entry }) {
  if (!exists) return <h2>{`A deleted ${kindNames[kind]}`}</h2>;
  return (
    <>
      {gig ? (
        <h2>
          <a href={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</a>
        </h2>
      ) : null}
      {review ? <OrderLink id={review.orderId} /> : null}
      {isShown ? null : <span className="tag">Not shown</span>}
    </>
  );
}

/** The text of a review, or of a message with what its card says. */
function Words({ entry, now }: { entry: Entry; now: number }) {
  const { exists, review, message } = entry;
  if (!exists || !(review || message)) return null;
  const card = cardText(entry, now);
  return (
    <>
      {review ? <Stars rating={review.rating} /> : null}
      <p className="tiny muted num">{dateTime(review?.writtenAt ?? message?.sentAt ?? 0)}</p>
      <p className="whitespace-pre-wrap" dir="auto">
        {review ? (review.comment ?? "No comment provided.") : message?.content}
      </p>
      {card === null ? null : <p className="small">{card}</p>}
      {review?.reply == null ? null : (
        <p className="whitespace-pre-wrap" dir="auto">
          <b>Seller's reply:</b>
          {` ${review.reply}`}
        </p>
      )}
    </>
  );
}
