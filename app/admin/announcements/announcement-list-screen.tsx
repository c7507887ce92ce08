import { AnnouncementForm } from "#app/admin/announcements/announcement-form.tsx";
import type { list } from "#app/admin/announcements/announcement-list.server.ts";
import { announcementPath } from "#app/admin/announcements/announcement-page.ts";
import { StateTag } from "#app/admin/announcements/state-tag.tsx";
import type { TopicReply } from "#app/admin/catalogue/topic-reply.ts";
import { listPath } from "#app/admin/list-search.ts";
import { Pager, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { announcementKinds } from "#app/announcements/announcement.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Listed = Awaited<ReturnType<typeof list>>["shown"][number];

type Props = Awaited<ReturnType<typeof list>> & {
  after: number | null;
  /** The id of the draft that the form makes. */
  newId: string;
  reply: TopicReply | null;
};

const columns: Column<Listed>[] = [
  { label: "Subject", cell: ({ id, subject }) => <a href={announcementPath(id)}>{subject}</a> },
  { label: "Kind", cell: ({ kind }) => announcementKinds[kind].label },
  { label: "State", cell: ({ state }) => <StateTag state={state} /> },
  { label: "Emails written", kind: "num", cell: writtenText },
  {
    label: "Takes effect",
    kind: "num",
    cell: ({ effectiveAt }) => (effectiveAt === null ? "–" : date(effectiveAt)),
  },
  { label: "Dates", kind: "num", cell: datesText },
];

function writtenText({ written, lastNumber, state }: Listed): string {
  const count = written.toLocaleString("en-US");
  if (lastNumber === null) return "–";
  return state === "done" ? count : `${count} of up to ${lastNumber.toLocaleString("en-US")}`;
}

function datesText({ createdAt, startedAt, endedAt, operator }: Listed) {
  const [word, at] = endedAt
    ? ["done", endedAt]
    : startedAt
      ? ["started", startedAt]
      : ["written", createdAt];
  return (
    <>
      {`${word} ${dateTime(at)}`}
      <p className="tiny muted">{`by @${operator}`}</p>
    </>
  );
}

/** The announcements, newest first, and a form for another one. */
export function AnnouncementListScreen({ shown, after, next, newId, reply }: Props) {
  const pages = pagesOf(({ after }) => listPath("/admin/announcements", { after }), { after }, next);
  return (
    <QueuePage current="announcements" title="Announcements">
      <div className="stack mt-5">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <AnnouncementForm
          announcement={null}
          newId={newId}
          reply={reply && { ...reply, formError: null }}
          isOpen={reply !== null || (shown.length === 0 && after === null)}
        />
        {shown.length === 0 ? (
          <Empty title="No announcements" text="An announcement is one email to every account." />
        ) : (
          <Table label="Announcements" columns={columns} rows={shown} keyOf={({ number }) => number} />
        )}
        <Pager {...pages} />
      </div>
    </QueuePage>
  );
}
