import type { AppLoadContext } from "@remix-run/cloudflare";
import { changeForm, decisionForm } from "#app/admin/announcements/announcement.form.ts";
import {
  announcementPath,
  announcementsPath,
  decisionNames,
  decisions,
} from "#app/admin/announcements/announcement-page.ts";
import * as announcementWrites from "#app/admin/announcements/announcement-writes.server.ts";
import type { Announcement } from "#app/announcements/announcement.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** What was done, as a notice, and the page to show next. */
type Done = { notice: string; to: string; kind?: "success" | "error" };

/** Runs a form of an announcement's page. @throws Refusal */
export async function runAnnouncement(
  context: AppLoadContext,
  form: SentForm,
  operator: Viewer,
  announcement: Announcement,
): Promise<Done> {
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
    return { notice: "Draft saved", to: here };
  }
  const decided = about(writes.parse(form, decisionForm));
  if (intent === "test") {
    const isSent = await announcementWrites.test(context, decided);
    return isSent
      ? { notice: "A test was sent to your address", to: here }
      : { notice: "The test was not sent. Your own page in the console says why.", to: here, kind: "error" };
  }
  const name = decisionNames.find((each) => each === intent);
  if (!name) return refuse("incorrect", "There is no such action");
  await announcementWrites.decide(context, name, decided);
  return { notice: decisions[name].done, to: name === "delete" ? announcementsPath() : here };
}
