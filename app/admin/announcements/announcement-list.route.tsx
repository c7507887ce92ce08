import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { announcementFields, newForm } from "#app/admin/announcements/announcement.form.ts";
import { list } from "#app/admin/announcements/announcement-list.server.ts";
import { AnnouncementListScreen } from "#app/admin/announcements/announcement-list-screen.tsx";
import { announcementPath, announcementsPath } from "#app/admin/announcements/announcement-page.ts";
import { write } from "#app/admin/announcements/announcement-writes.server.ts";
import { replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { readLongForm } from "#app/lib/forms.ts";
import type { PageHandle } from "#app/page-handle.ts";
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

export default function Announcements() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <AnnouncementListScreen {...loaded} reply={reply ?? null} />;
}
