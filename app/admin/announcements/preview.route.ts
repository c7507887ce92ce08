import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import { announcementFields, previewForm } from "#app/admin/announcements/announcement.form.ts";
import { announcementPath, announcementsPath } from "#app/admin/announcements/announcement-page.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { announcementKinds } from "#app/announcements/announcement.ts";
import type { Capabilities } from "#app/context.ts";
import { announcementContent } from "#app/emails/announcement-email-templates.ts";
import { groupOf, switchable, whys } from "#app/emails/mail-groups.ts";
import { renderMail } from "#app/emails/render-email.ts";
import { stopOf } from "#app/emails/unsubscribe-links.server.ts";
import { readLongForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { longTexts: true };

/** An email contains its own styles and needs nothing else. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Redirects to the page with the form that was previewed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { id = "new" } = params;
  return seeOther(id === "new" ? announcementsPath() : announcementPath(id));
}

/**
 * /admin/announcements/{id}/preview: the email with what is typed in the form. It writes nothing, and an
 * unfinished form is not refused (docs/specification.md#operator-announcements).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireOperator(context);
  const form = await readLongForm(request, announcementFields);
  const again = ({ first, status }: Refusal) =>
    new Response(first, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  const page = { path: announcementsPath(), again, failed: decisionFailed };
  return await writes.run(context, form, page, async () => {
    const html = await previewMail(context, writes.parse(form, previewForm), id);
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    return new Response(html, { headers });
  });
}

/** Renders an announcement's email as its readers would get it. @param to the operator's id @returns HTML */
async function previewMail(
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
