import * as visitorMails from "#app/contact/visitor-mails.server.ts";
import type { Capabilities, Mail } from "#app/context.ts";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData, loadVisitorMailData } from "#app/emails/load-mail-data.server.ts";
import type { MailContent } from "#app/emails/mail-content.ts";
import { groupOf, switchable, whys } from "#app/emails/mail-groups.ts";
import { checkRecipient, MailRefused } from "#app/emails/mail-refused.ts";
import { noticeOf } from "#app/emails/notice.ts";
import { type MailStop, renderMail } from "#app/emails/render-email.ts";
import * as unsubscribeLinks from "#app/emails/unsubscribe-links.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { runDue, type Work } from "#app/lib/work.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";

type Deps = Pick<
  Capabilities,
  "db" | "mailer" | "mailHtml" | "inboxes" | "clock" | "origin" | "operator" | "secret" | "log"
>;

/** The emails that wait in the outbox (docs/specification.md#outbox). Each is sent at least once. */
export const waitingMails: Work<Deps> = {
  find: ({ db, clock }, limit) => outbox.findWaiting(db, clock.now(), limit),
  run: sendIfDue,
};

/** The emails of announcements that wait in the outbox. The sweep sends them after all others. */
export const waitingAnnouncementMails: Work<Deps> = {
  find: ({ db, clock }, limit) => outbox.findWaitingOfAnnouncements(db, clock.now(), limit),
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
  const { db, inboxes, clock, log } = deps;
  const waiting = await outbox.take(db, id, clock.now());
  if (!waiting) return false;
  let notice: outbox.Notice = { subject: null, path: null };
  try {
    const loaded = await loadMailData(deps, waiting);
    if (!loaded) {
      // It would go to the address of a deleted account, or has nothing left to tell.
      await outbox.markUndeliverable(db, id, clock.now());
      return false;
    }
    // Its reader may have the order's page open. Every change that concerns a party sends an email, so no
    // code that changes an order can forget to push.
    const { order } = loaded.mailData;
    if (order) {
      const { id, version } = order;
      await inboxes.push([waiting.userId], { type: "order", id, version, turn: loaded.turn });
    }
    const group = groupIn(waiting.kind, loaded);
    const stoppable = switchable(group);
    const content = contentOf(waiting.kind, loaded);
    // An email to an address other than the user's own is not a notice: its reader may be someone else.
    if (loaded.isOwn) notice = noticeOf(content, waiting.kind as outbox.MailKind, deps.origin);
    if (stoppable && loaded.off.includes(stoppable)) {
      await outbox.markSwitchedOff(db, id, clock.now(), notice);
      return false;
    }
    const stop = stoppable && (await unsubscribeLinks.stopOf(deps, waiting.userId, stoppable));
    const isTaken = await deliver(deps, loaded, render(deps, waiting, loaded, content, stop));
    await (isTaken ? outbox.markSent : outbox.markBadAddress)(db, id, clock.now(), notice);
    return isTaken;
  } catch (error) {
    log("warn", "mail not sent", { mail: id, kind: waiting.kind, error: errorStack(error) });
    const said = String(error).slice(0, 500);
    if (error instanceof MailRefused) await outbox.markRefused(db, id, said, notice);
    else await outbox.markFailed(db, id, said, notice);
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
  const { db, clock, log } = deps;
  const waiting = await visitorMails.take(db, id, clock.now());
  if (!waiting) return false;
  try {
    const loaded = await loadVisitorMailData(deps, waiting);
    if (!loaded) throw new Error(`No visitor's ticket ${waiting.ticketId}`);
    const isTaken = await deliver(
      deps,
      loaded,
      render(deps, waiting, loaded, contentOf(waiting.kind, loaded), null),
    );
    await (isTaken ? visitorMails.markSent : visitorMails.markBadAddress)(db, id, clock.now());
    return isTaken;
  } catch (error) {
    log("warn", "mail not sent", { mail: id, kind: waiting.kind, error: errorStack(error) });
    const said = String(error).slice(0, 500);
    if (error instanceof MailRefused) await visitorMails.markRefused(db, id, said);
    else await visitorMails.markFailed(db, id, said);
    return false;
  }
}

/** The group of a loaded email. */
function groupIn(kind: string, { mailData }: Loaded) {
  return groupOf(kind as outbox.MailKind, mailData.order?.reader ?? null);
}

/** What a loaded email says. @throws Error if its kind has no template */
function contentOf(kind: string, { mailData }: Loaded): MailContent {
  const template = mailTemplates[kind as outbox.MailKind];
  if (!template) throw new Error(`No template for a mail of kind ${kind}`);
  return template(mailData);
}

/** The kinds that show whether an address works again, or that their readers need to sign in. */
const alwaysTried: string[] = ["verify", "change_email", "reset", "unlock"] satisfies outbox.MailKind[];

/**
 * Hands an email to the provider, unless its address takes none (docs/specification.md#bad-addresses).
 * @returns false if the address takes none
 * @throws MailRefused if the provider refuses the email itself; Error if it can be retried
 */
async function deliver({ db, mailer, clock }: Deps, { takesNone }: Loaded, mail: Mail): Promise<boolean> {
  if (takesNone && !alwaysTried.includes(mail.kind)) return false;
  const begun = clock.now();
  try {
    checkRecipient(mail.to);
    await mailer.send(mail);
    return true;
  } catch (error) {
    if (!(error instanceof MailRefused && error.isAddress)) throw error;
    const address = mail.to.toLowerCase();
    const bad = { address, kind: "refused", detail: error.message } as const;
    await badAddresses.recorded(db, bad, await badAddresses.subjectOf(address), begun, clock.now());
    // No account has the address yet: the email is given up, which operators see.
    if (!(await badAddresses.has(db, address))) throw error;
    return false;
  }
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadVisitorMailData>>>;

function render(
  { operator, mailHtml }: Deps,
  { id, kind }: { id: string; kind: string },
  loaded: Loaded,
  content: MailContent,
  stop: MailStop | null,
): Mail {
  const why = whys[groupIn(kind, loaded)];
  return renderMail(content, { id, to: loaded.to, kind, why, stop, operator }, mailHtml);
}
