import { expect, it } from "vitest";
import { mailTemplates } from "#app/emails/email-templates.ts";
import type { MailData } from "#app/emails/mail-data.ts";
import { noticeOf } from "#app/emails/notice.ts";
import { subjectOf } from "#app/emails/render-email.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { mailData } from "./sample-mail.ts";

const kinds = Object.keys(mailTemplates) as MailKind[];
const ticket = "/contact/requests/HW-2026-004217";

function noticeFor(kind: MailKind, change: Partial<MailData> = {}) {
  return noticeOf(mailTemplates[kind]({ ...mailData, ...change }), kind, mailData.origin);
}

it("No notice of any kind has a key in its path, whatever link its email has", () => {
  const urls = ["/verify?token=x", "/appeal/x", "/a?b=1&key=x", `${ticket}?token=x`];
  for (const kind of kinds) {
    for (const url of urls) {
      const link = { label: "Go", url: mailData.origin + url };
      const { path } = noticeOf({ subject: "A subject", paragraphs: [], link }, kind, mailData.origin);
      expect(path ?? "", `${kind} ${url}`).not.toContain("x?");
      expect(path ?? "", `${kind} ${url}`).not.toMatch(/token|key|\/appeal\/|[=/]x$/);
    }
    const { path } = noticeFor(kind);
    expect(path ?? "", kind).not.toMatch(/token|\/appeal\//);
    expect(path ?? "/", kind).toMatch(/^\/[a-z]?/);
  }
});

it("A notice has the email's subject, and links to where a signed-in reader acts", () => {
  const order = `/orders/${mailData.order?.id}`;
  const paths: Partial<Record<MailKind, string | null>> = {
    reset: "/profile/security",
    unlock: "/profile/security",
    password_changed: "/profile/security",
    sign_in_attempts: "/profile/security",
    factor_added: "/profile/factors",
    payouts_bank: "/earnings",
    payouts_link: "/earnings",
    payouts_reminder: "/earnings/setup",
    year_statement: "/earnings/2025",
    receipt: `${order}/receipt`,
    delivered: order,
    review_wanted: `${order}#review`,
    message_digest: "/messages?conversation=x",
    offer_sent: `/offers/${mailData.offer?.id}`,
    offer_expired: `/offers/${mailData.offer?.id}`,
    ticket_answered: ticket,
    appeal_decided: "/contact/requests",
    gig_denied: "/dashboard/services",
    seller_refused: "/services/sell",
    warned: null,
    suspended: null,
    report_decided: null,
    stuck: "/admin",
  };
  for (const [kind, path] of Object.entries(paths) as [MailKind, string | null][]) {
    const subject = subjectOf(mailTemplates[kind](mailData));
    expect([kind, noticeFor(kind)]).toEqual([kind, { subject, path }]);
  }
  // Also those whose email has no key, because it was written by an earlier release or to an unverified
  // address.
  expect(noticeFor("password_changed", { link: null }).path).toBe("/profile/security");
  expect(noticeFor("gig_denied", { reasons: null }).path).toBe("/dashboard/services");
  const appealed = mailData.ticket && { ...mailData.ticket, url: `${mailData.origin}/appeal/an-id` };
  expect(noticeFor("ticket_received", { ticket: appealed }).path).toBe("/contact/requests");
});

it("Emails that confirm an address, and the last one of an account, are not notices", () => {
  const none = kinds.filter((kind) => noticeFor(kind).subject === null);
  expect(none.toSorted()).toEqual(["account_deleted", "change_email", "verify"]);
});

it("A link to another site is not the path of a notice", () => {
  const link = { label: "Go", url: "https://elsewhere.test/orders" };
  const content = { subject: "A subject", paragraphs: [], link };
  expect(noticeOf(content, "late", mailData.origin)).toEqual({ subject: "A subject", path: null });
});
