import type { Capabilities } from "#app/context.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { renderMail } from "#app/emails/render-email.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as outbox from "#app/outbox/outbox.server.ts";

type Deps = Pick<Capabilities, "db" | "mailer" | "clock" | "origin" | "secret" | "log">;

/**
 * Sends the mails that wait in the outbox (docs/specification.md#outbox). It is called right after a write
 * and by the scheduled work. Runs at the same time send each mail once. A mail that fails stays in the outbox
 * for a later run.
 * @returns how many mails were sent
 */
export async function sendWaiting(deps: Deps): Promise<number> {
  const { db, mailer, clock, log } = deps;
  let sent = 0;
  for (const waiting of await outbox.listWaiting(db, clock.now())) {
    if (!(await outbox.take(db, waiting, clock.now()))) continue;
    try {
      const mail = await render(deps, waiting);
      if (!mail) {
        await outbox.markUndeliverable(db, waiting.id, clock.now());
        continue;
      }
      await mailer.send(mail);
      await outbox.markSent(db, waiting.id, clock.now());
      sent++;
    } catch (error) {
      log("warn", "mail not sent", { mail: waiting.id, kind: waiting.kind, error: errorStack(error) });
      await outbox.markFailed(db, waiting.id, String(error).slice(0, 500));
    }
  }
  return sent;
}

/** @returns null if the mail would go to the address of a deleted account */
async function render(deps: Deps, waiting: outbox.WaitingMail) {
  const loaded = await loadMailData(deps, waiting);
  if (!loaded) return null;
  const template = mailTemplates[waiting.kind as outbox.MailKind];
  if (!template) throw new Error(`No template for a mail of kind ${waiting.kind}`);
  return renderMail(template(loaded.mailData), loaded.to, waiting.kind);
}
