import type { MailContent } from "#app/emails/mail-content.ts";
import { subjectOf } from "#app/emails/render-email.ts";
import { href } from "#app/lib/href.ts";
import type { MailKind, Notice } from "#app/outbox/outbox.server.ts";

/** The kinds that are not notices: they confirm an address, or tell someone whose account is gone. */
const notNotices: string[] = ["verify", "change_email", "account_deleted"] satisfies MailKind[];

const security = href("/profile/security");
const earnings = href("/earnings");

/**
 * Where notices of some kinds link instead, because the email's link has a key or is of no use to a signed-in
 * reader; null: nowhere.
 */
const pathsInstead: Partial<Record<MailKind, string | null>> = {
  reset: security,
  unlock: security,
  account_exists: security,
  email_taken: security,
  password_changed: security,
  email_changed: security,
  email_restored: security,
  sign_in_attempts: security,
  wrong_codes: security,
  factor_added: href("/profile/factors"),
  restored: null,
  suspended: null,
  // The address of an appeal, which only the email has.
  warned: null,
  content_removed: null,
  // These pages name the reasons and link to the appeal.
  seller_refused: href("/services/sell"),
  gig_denied: href("/dashboard/services"),
  payouts_bank: earnings,
  payouts_link: earnings,
};

/** The parameters that the path of a notice may have. None of them is a key. */
const openParameters = ["conversation"];

/** The beginning of addresses whose id is a key: they open for anyone who has it. */
const appealStart = href("/appeal/:id", { id: "" });

/**
 * What /notices shows of an email to a user's own address (docs/specification.md#notices-page). Its path
 * never has a key: those who read the account's data must not get more from it than its pages.
 * @param origin the site's
 */
export function noticeOf(content: MailContent, kind: MailKind, origin: string): Notice {
  if (notNotices.includes(kind)) return { subject: null, path: null };
  const instead = pathsInstead[kind];
  return { subject: subjectOf(content), path: instead === undefined ? openPath(content, origin) : instead };
}

/**
 * The path of the email's link; null if it has no link, or the link is to another site or has a key. Appeals
 * are listed with the reader's requests.
 */
function openPath({ link }: MailContent, origin: string): string | null {
  if (!link) return null;
  const { origin: site, pathname, search, searchParams, hash } = new URL(link.url);
  if (pathname.startsWith(appealStart)) return href("/contact/requests");
  const isOpen = [...searchParams.keys()].every((name) => openParameters.includes(name));
  return site === origin && isOpen ? pathname + search + hash : null;
}
