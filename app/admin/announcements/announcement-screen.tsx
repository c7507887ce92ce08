import { AnnouncementForm } from "#app/admin/announcements/announcement-form.tsx";
import type { Progress } from "#app/admin/announcements/announcement-list.server.ts";
import {
  announcementPath,
  announcementsPath,
  consequencesOf,
  continuation,
  countText,
  type DecisionName,
  dayField,
  decisionNames,
  decisions,
  latenessText,
  refusalToDecision,
} from "#app/admin/announcements/announcement-page.ts";
import { StateTag } from "#app/admin/announcements/state-tag.tsx";
import type { AuditRow } from "#app/admin/audit.server.ts";
import { replyOf, type TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { AuditList } from "#app/admin/log-list.tsx";
import { LostInput, Typed } from "#app/admin/lost-input.tsx";
import { PreviewButton } from "#app/admin/preview-button.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { type Announcement, announcementKinds, paragraphsOf } from "#app/announcements/announcement.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Page = {
  announcement: Announcement;
  progress: Progress;
  /** The maximum number of accounts that get it. */
  accounts: number;
  audit: AuditRow[];
};

type Props = {
  /** Null: there is no such announcement. */
  page: Page | null;
  /** The decision to confirm; null: none. */
  asked: DecisionName | null;
  /** UTC ms. */
  now: number;
  reply: TopicReply | null;
};

/** An announcement in the console: its text, its progress, and the decisions that are possible. */
export function AnnouncementScreen({ page, asked, now, reply }: Props) {
  if (page && asked) return <Confirm {...page} name={asked} now={now} reply={reply} />;
  const common = {
    current: "announcements",
    alert: reply?.formError ? <RefusalNote title={reply.formError} /> : null,
    list: { label: "All announcements", to: announcementsPath() },
  } as const;
  if (!page)
    return (
      <DetailPage {...common} heading={<h1>Not found</h1>} forms={null}>
        {reply ? <Lost reply={reply} /> : <Empty title="There is no such announcement" />}
      </DetailPage>
    );
  const { announcement, audit } = page;
  const { id, state, subject } = announcement;
  const isDraft = state === "draft";
  const isShown = reply === null || reply.intent === "test" || (isDraft && reply.intent === "save");
  return (
    <DetailPage
      {...common}
      heading={
        <>
          <h1>{subject}</h1>
          <StateTag state={state} />
        </>
      }
      forms={
        <>
          <DecisionForm
            heading="Test it"
            hint="Sends the email to you alone, as it is stored."
            hidden={{ version: announcement.version }}
            reply={replyOf(reply, ["test"])}
            reasonId="reason-test"
            buttons={[{ intent: "test", label: "Send it to me" }]}
          />
          <Decisions announcement={announcement} now={now} />
        </>
      }
    >
      {isShown ? null : <Lost reply={reply} />}
      <Facts {...page} />
      {isDraft ? (
        <AnnouncementForm announcement={announcement} reply={replyOf(reply, ["save"])} isOpen />
      ) : (
        <SentText announcement={announcement} />
      )}
      <AuditList key={id} rows={audit} />
    </DetailPage>
  );
}

/** Links to the pages of the decisions; for a stopped announcement, also until when it can be continued. */
function Decisions({ announcement, now }: { announcement: Announcement; now: number }) {
  const { id, state } = announcement;
  const isLate = refusalToDecision("resume", announcement, now) !== null;
  const lateness = latenessText(announcement, now);
  const possible = decisionNames.filter(
    (name) => decisions[name].from === state && !(name === "resume" && isLate),
  );
  return (
    <>
      {lateness === null ? null : <p>{lateness}</p>}
      {state === "stopped" ? <p>{`${continuation(announcement, now)}.`}</p> : null}
      {possible.length === 0 ? null : (
        <p className="row">
          {possible.map((name) => (
            <a
              key={name}
              className={`btn ${decisions[name].kind}`}
              href={`${announcementPath(id)}?confirm=${name}`}
            >
              {decisions[name].label}
            </a>
          ))}
        </p>
      )}
    </>
  );
}

/** The details of an announcement, with its progress once it has started. */
function Facts({ announcement, progress, accounts }: Page) {
  const { kind, effectiveAt, createdAt, startedAt, endedAt, written, doneNumber } = announcement;
  const share = accounts === 0 ? 100 : Math.floor((100 * doneNumber) / accounts);
  const count = written.toLocaleString("en-US");
  const most = accounts.toLocaleString("en-US");
  const writtenText = endedAt === null ? `${count} of up to ${most}; ${share}% of the accounts done` : count;
  return (
    <DescriptionList
      items={[
        ["About", announcementKinds[kind].label],
        ["Takes effect", effectiveAt === null ? "–" : date(effectiveAt)],
        ["Written", `${dateTime(createdAt)} by ${accountName(progress.operator)}`],
        startedAt === null ? null : ["Started", dateTime(startedAt)],
        startedAt === null ? null : ["Emails written", writtenText],
        startedAt === null ? null : ["Not sent yet", progress.unsent.toLocaleString("en-US")],
        startedAt === null ? null : ["Given up", progress.givenUp.toLocaleString("en-US")],
        endedAt === null ? null : ["All written", dateTime(endedAt)],
      ]}
    />
  );
}

/** The text of an announcement that can no longer be changed. */
function SentText({ announcement }: Pick<Page, "announcement">) {
  const { id, kind, subject, text, effectiveAt } = announcement;
  const fields = { kind, subject, text, effective: dayField(effectiveAt) };
  return (
    <section className="panel stack" aria-labelledby="text">
      <h2 id="text">Text</h2>
      {paragraphsOf(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be equal, and none moves
        <p key={index} className="whitespace-pre-wrap">
          {paragraph}
        </p>
      ))}
      <form method="post" noValidate>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PreviewButton
          path={href("/admin/announcements/:id/preview", { id })}
          label="Preview the email in a new tab"
          intent="save"
        />
      </form>
    </section>
  );
}

/** What was typed into a form that the page no longer has. */
function Lost({ reply: { typed, errors } }: { reply: TopicReply }) {
  const { subject = "", text = "", effective = "", reason = "" } = typed;
  const sentences = Object.values(errors).flatMap((all) => all?.slice(0, 1) ?? []);
  return <LostInput texts={[subject, text, effective, reason]} errors={sentences} />;
}

type ConfirmProps = Page & Omit<Props, "page" | "asked"> & { name: DecisionName };

const questions: Record<DecisionName, string> = {
  send: "Send it to every account?",
  stop: "Stop sending?",
  resume: "Continue sending?",
  delete: "Delete the draft?",
};

/** The page that confirms a decision. */
function Confirm({ announcement, accounts, name, now, reply }: ConfirmProps) {
  const refusal = refusalToDecision(name, announcement, now);
  const { label, kind } = decisions[name];
  const count = countText(accounts, "account");
  return (
    <ConfirmDecision
      current="announcements"
      title={questions[name]}
      subject={announcement.subject}
      consequences={refusal ? [] : consequencesOf(name, announcement, accounts, now)}
      button={
        refusal ? null : { intent: name, label: name === "send" ? `Send to up to ${count}` : label, kind }
      }
      refusal={refusal}
      reply={reply}
      hidden={{ version: announcement.version }}
      back={announcementPath(announcement.id)}
      lost={reply ? <Typed texts={[reply.reason]} /> : null}
    />
  );
}
