import type { z } from "zod";
import type { previewForm } from "#app/admin/announcements/announcement.form.ts";
import { announcementKinds } from "#app/announcements/announcement.ts";
import type { Capabilities } from "#app/context.ts";
import { announcementContent } from "#app/emails/announcement-email-templates.ts";
import { groupOf, switchable, whys } from "#app/emails/mail-groups.ts";
import { renderMail } from "#app/emails/render-email.ts";
import { stopOf } from "#app/emails/unsubscribe-links.server.ts";

/** Renders an announcement's email as its readers would get it. @param to the operator's id @returns HTML */
export async function previewMail(
  context: Pick<Capabilities, "mailHtml" | "operator" | "origin" | "secret">,
  typed: z.output<typeof previewForm>,
  to: string,
): Promise<string> {
  const { mailHtml, operator, origin } = context;
  const kind = announcementKinds[typed.kind].mail;
  const content = announcementContent(typed, { name: "there", origin });
  const group = groupOf(kind, null);
  const stoppable = switchable(group);
  const stop = stoppable && (await stopOf(context, to, stoppable));
  const setting = { id: "preview", to, kind, why: whys[group], stop, operator };
  return renderMail(content, setting, mailHtml).html;
}
