import type { MailContent, MailData, MailLink, MailTemplate } from "#app/emails/mail-data.ts";
import { dateTime } from "#app/lib/dates.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

const takeBack =
  "If it was not you, take your account back with this link: it signs every browser out, removes second factors that were added lately, and you choose a new password. It works once, for 72 hours.";

/**
 * E-mails about an account: sign-up, password, address, second factor (docs/specification.md#email-kinds).
 */
export const accountMailTemplates = {
  verify: linkMail("Verify my address", ({ name }) => ({
    subject: "Please verify your email address",
    paragraphs: [`Hello ${name},`, "follow this link to verify your address. It works once, for 24 hours."],
  })),
  account_exists: ({ name, origin }) => ({
    subject: "You already have an account",
    paragraphs: [
      `Hello ${name},`,
      "somebody, perhaps you, has just tried to sign up with this address. You already have an account, so nothing was changed.",
    ],
    link: { label: "Sign in", url: `${origin}/sign-in` },
  }),
  factor_added: ({ name, link, origin }) => ({
    subject: "A second factor was added to your account",
    paragraphs: [
      `Hello ${name},`,
      "from now on signing in also asks for a code of it. All other browsers were signed out.",
      link ? takeBack : "If that was not you, somebody knows your password: change it at once.",
    ],
    link: link
      ? { label: "It was not me", url: link.url }
      : { label: "See your second factors", url: `${origin}/profile/factors` },
  }),
  factor_removed: factorMail("A second factor was removed from your account", [
    "it is no longer asked for when you sign in.",
    "If that was not you, change your password at once and add it again.",
  ]),
  recovery_code_used: factorMail("A recovery code of your account was used", [
    "one of your recovery codes has just signed somebody in. It works no more.",
    "If that was not you, change your password at once and make new recovery codes.",
  ]),
  reset: linkMail("Choose a new password", ({ name, at }) => ({
    subject: "Choose a new password",
    paragraphs: [
      `Hello ${name},`,
      `somebody, we hope you, asked on ${dateTime(at)} for a new password. This link works once, for an hour.`,
      "If it was not you, do nothing: your password stays as it is.",
    ],
  })),
  password_changed: ({ name, at, link, origin }) => ({
    subject: "Your password was changed",
    paragraphs: [
      `Hello ${name},`,
      `the password of your account was changed on ${dateTime(at)}, and all other browsers were signed out.`,
      link ? takeBack : "If it was not you, choose a new one now: the link goes to this address.",
    ],
    link: { label: "It was not me", url: link?.url ?? `${origin}/forgot-password` },
  }),
  // Without a name: the address may belong to a stranger, and the name is a text that a user typed.
  change_email: linkMail("See the change", ({ at }, { email }) => ({
    subject: "Please confirm your new email address",
    paragraphs: [
      "Hello,",
      `on ${dateTime(at)} somebody asked to use ${email} for their account with us. If it was you, follow this link and confirm it. It works once, for 24 hours.`,
      "If it was not you, do nothing: this address stays out of it.",
    ],
  })),
  email_changed: ({ name, at, link, origin }) => ({
    subject: "Your email address was changed",
    paragraphs: [
      `Hello ${name},`,
      `since ${dateTime(at)} your account has another email address, and all other browsers were signed out. This is the last mail to the old one.`,
      link
        ? "If it was not you, take it back with this link. It works once, for 7 days."
        : "This address was never verified, so there is nothing to do here.",
    ],
    link: link ? { label: "Take it back", url: link.url } : { label: "See the site", url: origin },
  }),
  email_restored: linkMail("Choose a new password", ({ name, at }, { email }) => ({
    subject: "Your account is yours again",
    paragraphs: [
      `Hello ${name},`,
      `since ${dateTime(at)} your account has the address ${email}, and every browser was signed out. The password does not work any more, and second factors that were added lately were removed.`,
      "Choose a new password with this link; it works once, for an hour.",
    ],
  })),
  email_taken: ({ at, origin }) => ({
    subject: "This address has an account already",
    paragraphs: [
      "Hello,",
      `on ${dateTime(at)} somebody, perhaps you, asked to use this address for another account. It belongs to yours, so nothing was changed.`,
      "If it was not you, there is nothing to do. If you have forgotten the password of this account, choose a new one.",
    ],
    link: { label: "Choose a new password", url: `${origin}/forgot-password` },
  }),
  sign_in_attempts: ({ name, at, origin }) => ({
    subject: "Many wrong tries to sign in to your account",
    paragraphs: [
      `Hello ${name},`,
      `until ${dateTime(at)} wrong passwords for your account were tried again and again. Nobody got in that way, and we have slowed such tries down.`,
      "If it was you, choose a new password. If it was not you, and your password is one you use elsewhere or is easy to guess, do the same.",
    ],
    link: { label: "Choose a new password", url: `${origin}/forgot-password` },
  }),
  wrong_codes: ({ name, at, origin }) => ({
    subject: "Wrong codes were entered for your account",
    paragraphs: [
      `Hello ${name},`,
      `until ${dateTime(at)} somebody who has your password entered wrong codes of your second factor again and again. Nobody got in that way. The sign-in has ended, and a code is taken again after a wait, or with a link that the sign-in page mails to you.`,
      "If it was you, there is nothing to do. If it was not you, choose a new password now.",
    ],
    link: { label: "Choose a new password", url: `${origin}/forgot-password` },
  }),
  unlock: linkMail("Go on signing in", ({ name, at }) => ({
    subject: "Your link for signing in",
    paragraphs: [
      `Hello ${name},`,
      `somebody, we hope you, asked on ${dateTime(at)} for this link. Open it in the browser in which you are signing in, then enter a code of your second factor there. It works once, for 24 hours.`,
      "If it was not you, somebody has your password: do not open the link, and choose a new password.",
    ],
  })),
  username_changed: ({ name, username, origin }) => ({
    subject: "Your username was changed",
    paragraphs: [
      `Hello ${name},`,
      `your username is ${username} now. Links with the old one lead to the new one for 90 days.`,
      "If that was not you, please change your password now.",
    ],
    link: { label: "See your profile", url: `${origin}/profile` },
  }),
  account_deleted: ({ reference }) => ({
    subject: "Your account was deleted",
    paragraphs: [
      "Hello,",
      "as you asked, your account was deleted. You are signed out everywhere, and nobody can sign in to it any more.",
      `Earnings that were not paid out are still yours, and so are your rights as a buyer: write to us and name the number ${reference}. It is all by which our books know you.`,
    ],
  }),
} satisfies Partial<Record<MailKind, MailTemplate>>;

/** A mail about second factors, with a link to their page. */
function factorMail(subject: string, [event, advice]: [string, string]): MailTemplate {
  return ({ name, origin }) => ({
    subject,
    paragraphs: [`Hello ${name},`, event, advice],
    link: { label: "See your second factors", url: `${origin}/profile/factors` },
  });
}

/** A mail that carries a link of `account_links`. @throws Error if there is none */
function linkMail(
  label: string,
  content: (data: MailData, link: MailLink) => Omit<MailContent, "link">,
): MailTemplate {
  return (data) => {
    if (!data.link) throw new Error("The mail needs its link");
    return { ...content(data, data.link), link: { label, url: data.link.url } };
  };
}
