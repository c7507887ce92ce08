import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { announcementFields, newForm } from "#app/admin/announcements/announcement.form.ts";
import { AnnouncementForm } from "#app/admin/announcements/announcement-form.tsx";
import { list } from "#app/admin/announcements/announcement-list.server.ts";
import { announcementPath, announcementsPath } from "#app/admin/announcements/announcement-page.ts";
import { write } from "#app/admin/announcements/announcement-writes.server.ts";
import { StateTag } from "#app/admin/announcements/state-tag.tsx";
import { replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { cursorOf, listPath } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { Pager, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { announcementKinds } from "#app/announcements/announcement.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { readLongForm } from "#app/lib/forms.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { ...consoleHandle, longTexts: true };
export const links = consoleLinks;
export const meta = () => consoleMeta("Announcements");

/** /admin/announcements: the emails to every account (docs/specification.md#operator-announcements). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("after"));
  const { page, waits } = await loadPage(context, () => list(context.db, after));
  return { ...page, after, newId: crypto.randomUUID(), waits };
}

/** Writes a draft. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readLongForm(request, announcementFields);
  const page = { path: announcementsPath(), again: replyTo(form), failed: decisionFailed };
  return await writes.run(context, form, page, async () => {
    const { reason, id = crypto.randomUUID(), ...typed } = writes.parse(form, newForm);
    const written = await write(context, id, typed, { operator, reason });
    return writes.done(context, "Draft saved", announcementPath(written));
  });
}

type Listed = Awaited<ReturnType<typeof list>>["shown"][number];

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
      <p className="tiny muted">{`by ${accountName(operator)}`}</p>
    </>
  );
}

/** The announcements, newest first, and a form for another one. */
export default function Announcements() {
  const { shown, after, next, newId } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
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
