import { and, desc, eq, sql } from "drizzle-orm";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { hasNoLink } from "#app/admin/users/mail-words.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { subjectOf, textOf } from "#app/emails/render-email.ts";
import { outbox } from "#drizzle/schema.ts";

/**
 * Lists the emails to a user, newest first (docs/specification.md#operator-user). `address` is null if it is
 * the user's own, `orderId` if the email is about no order. `next` is the next page's `after`; null if there
 * is none.
 * @param after the number of the previous page's last email; null: the first page
 */
export async function listMails(db: Db, userId: string, after: number | null, size = rowsPerPage) {
  const rows = await db
    .select({
      number: outbox.number,
      kind: outbox.kind,
      address: outbox.address,
      orderId: sql<string | null>`(select id from orders where id = outbox.subject_id)`,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      sentAt: outbox.sentAt,
      attempts: outbox.attempts,
      error: outbox.error,
    })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), beyond({ after }, sql`${outbox.number}`)))
    .orderBy(desc(outbox.number))
    .limit(size + 1);
  return pageOf(rows, size);
}

/** `paragraphs`: what the email says, without the sender's details. */
type MailWords = { number: number; subject: string; paragraphs: string[] };

/**
 * The text of an email to a user, but not of one with a link: anyone with the link could act as the user
 * (docs/specification.md#operator-user).
 * @returns null if there is no such email, it has a link, or it can no longer be rendered
 */
export async function findWords(
  deps: Pick<Capabilities, "db" | "clock" | "origin" | "secret">,
  userId: string,
  number: number,
): Promise<MailWords | null> {
  const [mail] = await deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.number, number), eq(outbox.userId, userId)));
  if (!mail || !hasNoLink(mail.kind)) return null;
  const loaded = await loadMailData(deps, mail);
  if (!loaded) return null;
  const content = mailTemplates[mail.kind](loaded.mailData);
  const paragraphs = content.paragraphs.map(textOf);
  return content.link ? null : { number, subject: subjectOf(content), paragraphs };
}
