import type { MailContent } from "#app/emails/mail-content.ts";
import type { MailData, MailLink, MailTemplate } from "#app/emails/mail-data.ts";
import { dateTime, day } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

const takeBack =
  "If this wasn't you, use the link below to take your account back. It signs out every browser, removes recently added two-step verification, and lets you choose a new password. It works once and expires in 72 hours.";

/**
 * Emails about an account: sign-up, password, address, two-step verification
 * (docs/specification.md#email-kinds).
 */
export const accountMailTemplates = {
  verify: linkMail("Confirm my email address", ({ name }) => ({
    subject: "Please verify your email address",
    paragraphs: [`Hi ${name},`, "Confirm your email address. This link works once and expires in 24 hours."],
  })),
  account_exists: ({ name, origin }) => ({
    subject: "You already have an account",
    paragraphs: [
      `Hi ${name},`,
      "Someone tried to sign up with this email address. You already have an account, so nothing has changed. If it was you, sign in instead.",
    ],
    link: { label: "Sign in", url: origin + href("/sign-in") },
  }),
  factor_added: ({ name, link, origin }) => ({
    subject: "Two-step verification was added to your account",
    paragraphs: [
      `Hi ${name},`,
      "You added a two-step verification method. From now on, you also need a code to sign in. All other browsers were signed out.",
      link ? takeBack : "If this wasn't you, someone knows your password. Change it now.",
    ],
    link: link
      ? { label: "This wasn't me", url: link.url }
      : { label: "See two-step verification", url: origin + href("/profile/factors") },
  }),
  factor_removed: factorMail("Two-step verification was removed from your account", [
    "You removed a two-step verification method. We no longer ask for its codes when you sign in.",
    "If this wasn't you, change your password now and add two-step verification again.",
  ]),
  factor_end_asked: ({ name, at, timeZone, origin }) => ({
    subject: "We will turn off your two-step verification in 24 hours",
    paragraphs: [
      `Hi ${name},`,
      `Our support team was asked to turn off two-step verification for your account, because you can no longer use it. We will do so after ${dateTime(at + day, timeZone)}, and sign you out everywhere.`,
      "If you didn't ask for this, stop it on your security page, or sign in with a code. If someone else reads your email, choose a new password too.",
    ],
    link: { label: "Open your security page", url: origin + href("/profile/security") },
  }),
  factor_ended: ({ name, origin }) => ({
    subject: "Your two-step verification was turned off",
    paragraphs: [
      `Hi ${name},`,
      "Our support team turned off two-step verification for your account, as announced 24 hours ago. You were signed out everywhere, and your password is enough to sign in.",
      "Please add two-step verification again. If you didn't ask for this, write to us now.",
    ],
    link: { label: "Contact us", url: origin + href("/contact") },
  }),
  recovery_code_used: (data) =>
    factorMail("A recovery code was used to sign in", [
      `One of your recovery codes was just used to sign in. It can't be used again. ${codesLeftText(data.codesLeft ?? 0)}`,
      "If this wasn't you, change your password now and create new recovery codes.",
    ])(data),
  reset: linkMail("Choose a new password", ({ name, at, timeZone }) => ({
    subject: "Choose a new password",
    paragraphs: [
      `Hi ${name},`,
      `You asked for a new password on ${dateTime(at, timeZone)}. This link works once and expires in 1 hour.`,
      "If this wasn't you, ignore this email. Your password has not changed.",
    ],
  })),
  password_changed: ({ name, at, timeZone, link, origin }) => ({
    subject: "Your password was changed",
    paragraphs: [
      `Hi ${name},`,
      `You changed your password on ${dateTime(at, timeZone)}. All other browsers were signed out.`,
      link ? takeBack : "If this wasn't you, choose a new password now.",
    ],
    link: { label: "This wasn't me", url: link?.url ?? origin + href("/forgot-password") },
  }),
  // No name, because the address may belong to a stranger.
  change_email: linkMail("Confirm the change", ({ at, timeZone }, { email }) => ({
    subject: "Please confirm your new email address",
    paragraphs: [
      "Hi,",
      `Confirm that you want to use ${email} for your account. The change was requested on ${dateTime(at, timeZone)}. This link works once and expires in 24 hours.`,
      "If this wasn't you, ignore this email. Your address will not be used.",
    ],
  })),
  email_changed: ({ name, at, timeZone, link, origin }) => ({
    subject: "Your email address was changed",
    paragraphs: [
      `Hi ${name},`,
      `You changed the email address of your account on ${dateTime(at, timeZone)}. All other browsers were signed out. This is the last email to your old address.`,
      link
        ? "If this wasn't you, use the link below to change it back. It works once and expires in 7 days."
        : "You never verified this address, so there is nothing you need to do.",
    ],
    link: link ? { label: "Change it back", url: link.url } : { label: "Go to the site", url: origin },
  }),
  email_restored: linkMail("Choose a new password", ({ name, at, timeZone }, { email }) => ({
    subject: "You have your account back",
    paragraphs: [
      `Hi ${name},`,
      `You took your account back on ${dateTime(at, timeZone)}. Its email address is ${email} again, and every browser was signed out. The old password no longer works, and recently added two-step verification was removed.`,
      "Choose a new password. This link works once and expires in 1 hour.",
    ],
  })),
  email_taken: ({ at, timeZone, origin }) => ({
    subject: "This address already has an account",
    paragraphs: [
      "Hi,",
      `On ${dateTime(at, timeZone)}, someone asked to use this email address for another account. It belongs to yours, so nothing has changed.`,
      "If this wasn't you, there is nothing you need to do. If you forgot the password of this account, choose a new one.",
    ],
    link: { label: "Choose a new password", url: origin + href("/forgot-password") },
  }),
  sign_in_attempts: ({ name, at, timeZone, origin }) => ({
    subject: "Many failed attempts to sign in to your account",
    paragraphs: [
      `Hi ${name},`,
      `Someone entered many wrong passwords for your account, the last one on ${dateTime(at, timeZone)}. None of them worked, and we have slowed these attempts down.`,
      "If it was you, choose a new password. If it wasn't, do the same if your password is easy to guess or used on another site.",
    ],
    link: { label: "Choose a new password", url: origin + href("/forgot-password") },
  }),
  wrong_codes: ({ name, at, timeZone, origin }) => ({
    subject: "Wrong codes were entered for your account",
    paragraphs: [
      `Hi ${name},`,
      `Someone who has your password entered many wrong codes, the last one on ${dateTime(at, timeZone)}. None of them worked, and we have ended that sign-in. You can enter a code again after a wait, or with a link that you can request on the sign-in page.`,
      "If it was you, there is nothing else you need to do. If it wasn't, choose a new password now.",
    ],
    link: { label: "Choose a new password", url: origin + href("/forgot-password") },
  }),
  unlock: linkMail("Continue signing in", ({ name, at, timeZone }) => ({
    subject: "Your sign-in link",
    paragraphs: [
      `Hi ${name},`,
      `You asked for this link on ${dateTime(at, timeZone)}. Open it in the browser where you are signing in, then enter a code there. It works once and expires in 24 hours.`,
      "If this wasn't you, someone has your password. Don't open the link, and choose a new password now.",
    ],
  })),
  username_changed: ({ name, username, origin }) => ({
    subject: "Your username was changed",
    paragraphs: [
      `Hi ${name},`,
      `You changed your username to ${username}. Links with the old one redirect to the new one for 90 days.`,
      "If this wasn't you, change your password now.",
    ],
    link: { label: "See your profile", url: origin + href("/profile") },
  }),
  account_deleted: ({ reference }) => ({
    subject: "Your account was deleted",
    paragraphs: [
      "Hi,",
      "We deleted your account, as you asked. You are signed out everywhere, and no one can sign in to it anymore.",
      `Earnings that were not paid out are still yours, and so are your rights as a buyer. If you write to us, include this number: ${reference}. It is the only way to find you in our books.`,
    ],
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;

function codesLeftText(count: number): string {
  if (count === 0)
    return "You have no codes left. Create new ones now, on the page of two-step verification.";
  return count === 1 ? "You have 1 code left." : `You have ${count} codes left.`;
}

/** An email about two-step verification, with a link to its page. */
function factorMail(subject: string, [event, advice]: [string, string]): MailTemplate {
  return ({ name, origin }) => ({
    subject,
    paragraphs: [`Hi ${name},`, event, advice],
    link: { label: "See two-step verification", url: origin + href("/profile/factors") },
  });
}

/** An email with a link of `account_links`. @throws Error if there is none */
function linkMail(
  label: string,
  content: (data: MailData, link: MailLink) => Omit<MailContent, "link">,
): MailTemplate {
  return (data) => {
    if (!data.link) throw new Error("The mail needs its link");
    return { ...content(data, data.link), link: { label, url: data.link.url } };
  };
}
