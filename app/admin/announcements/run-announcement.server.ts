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

/** Runs a form of an announcement's page, and redirects with a notice. @throws Refusal */
export async function runAnnouncement(
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
