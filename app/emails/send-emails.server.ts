import type { Capabilities } from "#app/context.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { renderMail } from "#app/emails/render-email.ts";
import { errorStack } from "#app/lib/errors.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";

type Deps = Pick<Capabilities, "db" | "mailer" | "clock" | "origin" | "secret" | "log">;

/** The mails that wait in the outbox (docs/specification.md#outbox). Each is sent once. */
export const waitingMails: Work<Deps> = {
  find: ({ db, clock }, limit) => outbox.findWaiting(db, clock.now(), limit),
  run: sendIfDue,
};

/**
 * Sends mails that wait, at most 50. Called right after a write, so that no one waits for the sweep.
 * @returns how many mails were sent
 */
export function sendWaiting(deps: Deps): Promise<number> {
  return runDue(waitingMails, deps);
}

/**
 * Sends a mail now, unless it was sent or is being sent. A mail that fails stays in the outbox for a later
 * attempt.
 * @returns true if it was sent
 */
export async function sendIfDue(deps: Deps, id: string): Promise<boolean> {
  const { db, mailer, clock, log } = deps;
  const waiting = await outbox.findDue(db, id, clock.now());
  if (!waiting || !(await outbox.take(db, waiting, clock.now()))) return false;
  try {
    const mail = await render(deps, waiting);
    if (!mail) {
      await outbox.markUndeliverable(db, id, clock.now());
      return false;
    }
    await mailer.send(mail);
    await outbox.markSent(db, id, clock.now());
    return true;
  } catch (error) {
    log("warn", "mail not sent", { mail: id, kind: waiting.kind, error: errorStack(error) });
    await outbox.markFailed(db, waiting, String(error).slice(0, 500), clock.now());
    return false;
  }
}

/** @returns null if the mail would go to the address of a deleted account */
async function render(deps: Deps, waiting: outbox.WaitingMail) {
  const loaded = await loadMailData(deps, waiting);
  if (!loaded) return null;
  const template = mailTemplates[waiting.kind as outbox.MailKind];
  if (!template) throw new Error(`No template for a mail of kind ${waiting.kind}`);
  return renderMail(template(loaded.mailData), loaded.to, waiting.kind);
}
