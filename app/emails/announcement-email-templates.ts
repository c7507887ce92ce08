import { type AnnouncementText, paragraphsOf } from "#app/announcements/announcement.ts";
import { brand } from "#app/brand.ts";
import type { MailContent } from "#app/emails/mail-content.ts";
import type { MailData, MailTemplate } from "#app/emails/mail-data.ts";
import { required } from "#app/emails/required.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** The email of an announcement, previewed, tested and sent (docs/specification.md#announcements). */
export function announcementContent(
  { kind, subject, text, effectiveAt }: AnnouncementText,
  { name, origin }: Pick<MailData, "name" | "origin">,
): MailContent {
  const { label, path, takeEffect } = words[kind];
  return {
    subject,
    paragraphs: [
      `Hi ${name},`,
      ...paragraphsOf(text),
      ...(effectiveAt === null ? [] : [takeEffect(date(effectiveAt))]),
    ],
    link: { label, url: origin + path },
  };
}

const words = {
  news: {
    label: `Open ${brand}`,
    path: href("/"),
    takeEffect: (day: string) => `This takes effect on ${day}.`,
  },
  terms: {
    label: "Read the Terms",
    path: href("/terms"),
    takeEffect: (day: string) =>
      `The new Terms take effect on ${day}. Orders placed before that day stay under the earlier Terms. If you do not agree, you can close your account.`,
  },
  privacy: {
    label: "Read the Privacy Policy",
    path: href("/privacy"),
    takeEffect: (day: string) => `The new Privacy Policy takes effect on ${day}.`,
  },
};

const template: MailTemplate = (data) =>
  announcementContent(required(data.announcement, "announcement"), data);

/** Emails to every account (docs/specification.md#email-kinds). */
export const announcementMailTemplates = {
  announcement: template,
  terms_changed: template,
  privacy_changed: template,
} satisfies Partial<Record<MailKind, MailTemplate>>;
