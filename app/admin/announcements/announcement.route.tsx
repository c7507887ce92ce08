import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { announcementFields, changeForm, decisionForm } from "#app/admin/announcements/announcement.form.ts";
import { countAccounts, findProgress } from "#app/admin/announcements/announcement-list.server.ts";
import {
  announcementPath,
  announcementsPath,
  decisionNames,
  decisions,
} from "#app/admin/announcements/announcement-page.ts";
import { AnnouncementScreen } from "#app/admin/announcements/announcement-screen.tsx";
import * as announcementWrites from "#app/admin/announcements/announcement-writes.server.ts";
import { listAudit } from "#app/admin/audit.server.ts";
import { replyTo } from "#app/admin/catalogue/topic-reply.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import type { Announcement } from "#app/announcements/announcement.ts";
import { find } from "#app/announcements/announcements.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { readLongForm, type SentForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { ...consoleHandle, longTexts: true };
export const links = consoleLinks;
export const meta = () => consoleMeta("Announcement");

/**
 * /admin/announcements/{id}: an announcement. ?confirm=send|stop|resume|delete: the page that decides
 * (docs/specification.md#operator-announcements).
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock } = context;
  const name = new URL(request.url).searchParams.get("confirm");
  const { page, waits } = await loadPage(context, async () => {
    const announcement = await find(db, params.id ?? "");
    if (!announcement) return null;
    const [progress, accounts, audit] = await Promise.all([
      findProgress(db, announcement),
      announcement.lastNumber ?? countAccounts(db),
      listAudit(db, announcement.id, 10),
    ]);
    return { announcement, progress, accounts, audit };
  });
  const asked = decisionNames.find((each) => each === name) ?? null;
  return data({ page, asked, now: clock.now(), waits }, { status: page ? 200 : 404 });
}

/** Changes the draft, tests it, or decides. A refused form comes back with everything that was typed. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readLongForm(request, announcementFields);
  const { id = "" } = params;
  const page = { path: announcementPath(id), again: replyTo(form), failed: decisionFailed };
  return await writes.run(context, form, page, async () => {
    const announcement = await find(context.db, id);
    if (!announcement) {
      // The button was pressed twice: what was asked for is already done.
      if (form.fields.get("intent") === "delete" && (await announcementWrites.wasDeleted(context.db, id)))
        return writes.done(context, decisions.delete.done, announcementsPath());
      return refuse("gone", "This announcement no longer exists. Copy what you need from here.");
    }
    return await runAnnouncement(context, form, operator, announcement);
  });
}

/** Runs a form of an announcement's page, and redirects with a notice. @throws Refusal */
async function runAnnouncement(
  context: AppLoadContext,
  form: SentForm,
  operator: Viewer,
  announcement: Announcement,
) {
  const intent = form.text("intent");
  const here = announcementPath(announcement.id);
  const about = ({ version, reason }: { version: number; reason: string }) => ({
    announcement,
    version,
    decision: { operator, reason },
  });
  if (intent === "save") {
    const { version, reason, ...typed } = writes.parse(form, changeForm);
    await announcementWrites.edit(context, about({ version, reason }), typed);
    return writes.done(context, "Draft saved", here);
  }
  const decided = about(writes.parse(form, decisionForm));
  if (intent === "test") {
    if (await announcementWrites.test(context, decided))
      return writes.done(context, "A test was sent to your address", here);
    const notice = "The test was not sent. Your own page in the console says why.";
    return writes.done(context, notice, here, "error");
  }
  const name = decisionNames.find((each) => each === intent);
  if (!name) return refuse("incorrect", "There is no such action");
  await announcementWrites.decide(context, name, decided);
  return writes.done(context, decisions[name].done, name === "delete" ? announcementsPath() : here);
}

export default function AnnouncementRoute() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <AnnouncementScreen {...loaded} reply={reply ?? null} />;
}
