import type { ReactNode } from "react";
import type { Waits } from "#app/admin/console-menu.ts";
import { type DecisionReply, replyAbout } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { DecisionQueue } from "#app/admin/decision-queue.tsx";
import { listPath } from "#app/admin/list-search.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { decisionsFor, type ReportIntent } from "#app/admin/reports/report-decision.ts";
import type { Decided, Entry, list } from "#app/admin/reports/report-queue.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { type Outcome, reportReasons } from "#app/reports/report.ts";
import type { ReportKind } from "#app/ui/report-path.ts";
import { Stars } from "#app/ui/stars.tsx";

type Props = Awaited<ReturnType<typeof list>> & {
  /** The number of the previous page's last entry; 0: the first page. */
  after: number;
  waits: Waits | null;
  reply: DecisionReply | null;
};

/** Reported things: the waiting ones, oldest first, then the recent decisions. */
export function ReportsScreen({ waiting, decided, next, after, waits, reply }: Props) {
  return (
    <QueuePage
      current="reports"
      waits={waits}
      title="Reports"
      pages={pagesOf((search) => listPath("/admin/reports", search), { after: after || null }, next)}
    >
      <DecisionQueue
        reply={reply}
        waiting={waiting.map(({ subjectId }) => subjectId)}
        emptyTitle="No open reports"
        recentTitle="Recently decided"
        recent={decided.map((one) => (
          <li key={one.number}>
            {`${outcomeWord(one.outcome)}: ${decidedName(one)} `}
            <span className="tiny muted num">{one.resolvedAt === null ? "" : dateTime(one.resolvedAt)}</span>{" "}
            {one.orderId === null ? null : <OrderLink id={one.orderId} />}
          </li>
        ))}
      >
        {waiting.map((entry) => (
          <section key={entry.number} className="panel stack">
            <Thing entry={entry} />
            <ul className="log-list">
              {entry.reports.map(({ reporter, reason, note, at }) => (
                <li key={`${reporter} ${at}`}>
                  <b>{`${reporter === null ? "A deleted account" : `@${reporter}`} reported it: `}</b>
                  <span className="whitespace-pre-wrap">
                    {[isReason(reason) && reason !== "other" ? reportReasons[reason] : null, note || null]
                      .filter(Boolean)
                      .join(". ")}
                  </span>{" "}
                  <span className="tiny muted num">{dateTime(at)}</span>
                </li>
              ))}
              {entry.hasMoreReports ? <li className="muted">More people reported it.</li> : null}
            </ul>
            {entry.conversationId === null ? null : (
              <p>
                <a className="more" href={href("/admin/conversations/:id", { id: entry.conversationId })}>
                  Read the conversation
                </a>
              </p>
            )}
            <DecisionForm
              reply={replyAbout(reply, entry.subjectId)}
              hidden={{ id: entry.subjectId }}
              reasonId={`reason-${entry.number}`}
              reasonHint="At least 10 characters. The owner sees it if you warn or suspend them, or take down their service."
              buttons={decisionsFor(entry).map((intent) => buttonFor(intent, entry))}
            />
          </section>
        ))}
      </DecisionQueue>
    </QueuePage>
  );
}

function isReason(reason: string): reason is keyof typeof reportReasons {
  return Object.hasOwn(reportReasons, reason);
}

const thingWords: Record<ReportKind, string> = {
  gig: "service",
  user: "user",
  review: "review",
  message: "message",
};

function buttonFor(intent: ReportIntent, { kind, owner }: Entry): DecisionButton {
  const word = thingWords[kind];
  const name = `@${owner?.username ?? ""}`;
  const labels: Record<ReportIntent, string> = {
    leave: kind === "user" ? "Leave the user alone" : `Keep the ${word}`,
    "take-down": `Take the ${word} down`,
    "take-down-and-warn": `Take it down and warn ${name}`,
    warn: `Warn ${name}`,
    suspend: `Suspend ${name}`,
  };
  const stops = intent === "take-down" || intent === "take-down-and-warn" || intent === "suspend";
  return stops ? { intent, label: labels[intent], kind: "stop" } : { intent, label: labels[intent] };
}

function outcomeWord(outcome: Outcome | null): string {
  if (outcome === "removed") return "Taken down";
  if (outcome === "warned") return "Warned";
  if (outcome === "suspended") return "Suspended";
  return outcome === "left" ? "Kept" : "Decided";
}

function decidedName({ kind, title, username }: Decided): string {
  const person = username === null ? "a deleted account" : `@${username}`;
  if (kind === "gig") return `${title === null ? "a deleted service" : `the service ${title}`} by ${person}`;
  if (kind === "user") return `the user ${person}`;
  return kind === "review" ? `a review by ${person} of ${title ?? "a service"}` : `a message from ${person}`;
}

/** What was reported. */
function Thing({ entry }: { entry: Entry }) {
  const { kind, exists, gig, review, message, owner } = entry;
  if (!exists) return <p className="muted">{`A deleted ${thingWords[kind]}.`}</p>;
  const person = owner ? (
    <a href={href("/admin/users/:id", { id: owner.id })}>{`@${owner.username}`}</a>
  ) : (
    <i>someone</i>
  );
  if (kind === "review" && review)
    return (
      <>
        <div className="row between">
          <Stars rating={review.rating} />
          <p className="tiny muted num">{dateTime(review.writtenAt)}</p>
        </div>
        <Words text={review.comment ?? "No comment provided."} />
        {review.reply === null ? null : (
          <p className="whitespace-pre-wrap" dir="auto">
            <b>Seller's reply:</b>
            {` ${review.reply}`}
          </p>
        )}
        <p className="small muted">
          {"By "}
          {person}
          {" about "}
          {gig ? <a href={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</a> : <i>a service</i>}
          {", "}
          <OrderLink id={review.orderId} />
        </p>
      </>
    );
  if (kind === "message" && message)
    return (
      <>
        <Words text={message.content} />
        <p className="small muted">
          A message from {person}, <span className="num">{dateTime(message.sentAt)}</span>
          {message.removedAt === null ? null : <b>, removed already</b>}
        </p>
      </>
    );
  if (kind === "gig" && gig)
    return (
      <p>
        <a href={href("/services/s/:slug", { slug: gig.slug })}>{gig.title}</a>, a service by {person}
        {gig.listed ? null : <b>{`, ${gig.state}`}</b>}
      </p>
    );
  return <p>The user {person}</p>;
}

function Words({ text }: { text: ReactNode }) {
  return (
    <p className="whitespace-pre-wrap" dir="auto">
      {text}
    </p>
  );
}
