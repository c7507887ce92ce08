// How to add a kind of email:
//
// 1. Its row: `INSERT INTO mail_kinds (name) VALUES ('…');` in a new migration, which
//    `npm run db:generate -- name --custom` makes.
// 2. Its name: `MailKind` in app/outbox/outbox.server.ts. `tsc` now asks for the template.
// 3. Its template: in the file of its group, imported below. A template returns a `MailContent` (subject,
//    paragraphs, link), which render-email.ts turns into text, and mail-page.tsx into HTML. What it can write
//    about is in mail-data.ts, loaded by load-mail-data.server.ts. Its group is in mail-groups.ts.
// 4. Its sender: `outbox.mail(db, kind, …)` in the batch that writes what it reports. An order's event mails
//    its own kind (app/orders/order-writes.server.ts); a reminder is a row of `remindersOf`
//    (app/orders/clocks.ts), and a migration moves `reminder_at` of orders that are open already.
//    send-emails.server.ts sends it.
// 5. Its line in docs/specification.md#email-kinds.
//
// tests/emails/email-templates.test.ts fails if a row has no template, or a template no row.

import { accountMailTemplates } from "#app/emails/account-email-templates.ts";
import { announcementMailTemplates } from "#app/emails/announcement-email-templates.ts";
import type { MailTemplate } from "#app/emails/mail-data.ts";
import { messageMailTemplates } from "#app/emails/message-email-templates.ts";
import { offerMailTemplates } from "#app/emails/offer-email-templates.ts";
import { operatorMailTemplates } from "#app/emails/operator-email-templates.ts";
import { orderMailTemplates } from "#app/emails/order-email-templates.ts";
import { payoutMailTemplates } from "#app/emails/payout-email-templates.ts";
import { refundMailTemplates } from "#app/emails/refund-email-templates.ts";
import { reminderMailTemplates } from "#app/emails/reminder-email-templates.ts";
import { savedMailTemplates } from "#app/emails/saved-email-templates.ts";
import { sellerMailTemplates } from "#app/emails/seller-email-templates.ts";
import { ticketMailTemplates } from "#app/emails/ticket-email-templates.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** The template of each kind of email. */
export const mailTemplates: Record<MailKind, MailTemplate> = {
  ...accountMailTemplates,
  ...announcementMailTemplates,
  ...messageMailTemplates,
  ...offerMailTemplates,
  ...savedMailTemplates,
  ...operatorMailTemplates,
  ...orderMailTemplates,
  ...refundMailTemplates,
  ...reminderMailTemplates,
  ...payoutMailTemplates,
  ...sellerMailTemplates,
  ...ticketMailTemplates,
};
