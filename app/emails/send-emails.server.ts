import * as visitorMails from "#app/contact/visitor-mails.server.ts";
import type { Capabilities, Mail } from "#app/context.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData, loadVisitorMailData } from "#app/emails/load-mail-data.server.ts";
import type { MailData } from "#app/emails/mail-data.ts";
import { groupOf, type MailGroup, switchable, whys } from "#app/emails/mail-groups.ts";
import { noticeOf } from "#app/emails/notice.ts";
import { type MailStop, renderMail } from "#app/emails/render-email.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { findTurn } from "#app/profiles/turn.server.ts";

type Deps = Pick<
  Capabilities,
  "db" | "mailer" | "mailHtml" | "inboxes" | "clock" | "origin" | "operator" | "secret" | "log"
>;

/** The emails that wait in the outbox (docs/specification.md#outbox). Each is sent at least once. */
export const waitingMails: Work<Deps> = {
  find: ({ db, clock }, limit) => outbox.findWaiting(db, clock.now(), limit),
  run: sendIfDue,
};

/**
 * Sends waiting emails, at most 50. Called right after a write, so that no one waits for the sweep.
 * @returns how many were sent
 */
export function sendWaiting(deps: Deps): Promise<number> {
  return runDue(waitingMails, deps);
}

/**
 * Sends an email now, unless it was sent or is being sent. An email that fails stays in the outbox for a
 * later attempt.
 * @returns true if it was sent
 */
export async function sendIfDue(deps: Deps, id: string): Promise<boolean> {
  const { db, mailer, inboxes, clock, log } = deps;
  const waiting = await outbox.findDue(db, id, clock.now());
  if (!waiting || !(await outbox.take(db, waiting, clock.now()))) return false;
  try {
    const loaded = await loadMailData(deps, waiting);
    if (!loaded) {
      // It would go to the address of a deleted account, or contain nothing new.
      await outbox.markUndeliverable(db, id, clock.now());
      return false;
    }
    // Its reader may have the order's page open. Every change that concerns a party sends an email, so no
    // code that changes an order can forget to push.
    const { order } = loaded.mailData;
    if (order) {
      const turn = await findTurn(db, waiting.userId);
      await inboxes.push([waiting.userId], { type: "order", id: order.id, version: order.version, turn });
    }
    const group = groupIn(waiting.kind, loaded);
    const stoppable = switchable(group);
    const notice = noticeFor(deps, waiting, loaded);
    if (stoppable && loaded.off.includes(stoppable)) {
      await outbox.markSwitchedOff(db, id, clock.now(), notice);
      return false;
    }
    const stop = stoppable && (await unsubscribeLinks.stopOf(deps, waiting.userId, stoppable));
    await mailer.send(render(deps, waiting.kind, { ...loaded, group, stop }));
    await outbox.markSent(db, id, clock.now(), notice);
    return true;
  } catch (error) {
    log("warn", "mail not sent", { mail: id, kind: waiting.kind, error: errorStack(error) });
    await outbox.markFailed(db, waiting, String(error).slice(0, 500), clock.now());
    return false;
  }
}

/** The waiting emails to visitors. Each is sent at least once. */
export const waitingVisitorMails: Work<Deps> = {
  find: ({ db, clock }, limit) => visitorMails.findWaiting(db, clock.now(), limit),
  run: sendToVisitorIfDue,
};

/** Sends waiting emails to visitors, at most 50. @returns how many were sent */
export function sendWaitingToVisitors(deps: Deps): Promise<number> {
  return runDue(waitingVisitorMails, deps);
}

/** `sendIfDue` for an email to a visitor. @returns true if it was sent */
export async function sendToVisitorIfDue(deps: Deps, id: string): Promise<boolean> {
  const { db, mailer, clock, log } = deps;
  const waiting = await visitorMails.findDue(db, id, clock.now());
  if (!waiting || !(await visitorMails.take(db, waiting, clock.now()))) return false;
  try {
    const loaded = await loadVisitorMailData(deps, waiting);
    if (!loaded) throw new Error(`No visitor's ticket ${waiting.ticketId}`);
    await mailer.send(
      render(deps, waiting.kind, { ...loaded, group: groupIn(waiting.kind, loaded), stop: null }),
    );
    await visitorMails.markSent(db, id, clock.now());
    return true;
  } catch (error) {
    log("warn", "mail not sent", { mail: id, kind: waiting.kind, error: errorStack(error) });
    await visitorMails.markFailed(db, waiting, String(error).slice(0, 500), clock.now());
    return false;
  }
}

/** The group of a loaded email. */
function groupIn(kind: string, { mailData }: Loaded) {
  return groupOf(kind as outbox.MailKind, mailData.order?.reader ?? null);
}

/**
 * The notice of a waiting email, also of one that is not sent in the end. An email to another address than
 * the user's own is none: its reader may be someone else.
 */
function noticeFor(
  { origin }: Deps,
  waiting: outbox.WaitingMail,
  { mailData, isOwn }: NonNullable<Awaited<ReturnType<typeof loadMailData>>>,
): outbox.Notice {
  if (!isOwn) return { subject: null, path: null };
  const kind = waiting.kind as outbox.MailKind;
  return noticeOf(mailTemplates[kind](mailData), kind, origin);
}

function render(
  { operator, mailHtml }: Deps,
  name: string,
  { mailData, to, group, stop }: Loaded & { group: MailGroup; stop: MailStop | null },
): Mail {
  const kind = name as outbox.MailKind;
  const template = mailTemplates[kind];
  if (!template) throw new Error(`No template for a mail of kind ${kind}`);
  return renderMail(template(mailData), { to, kind, why: whys[group], stop, operator }, mailHtml);
}

/** The address of an email, and the data for its template. */
type Loaded = { to: string; mailData: MailData };
