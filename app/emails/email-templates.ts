import { type MailOrder, orderMailTemplates } from "#app/emails/order-email-templates.ts";
import type { MailContent } from "#app/emails/render-email.ts";
import { dateTime } from "#app/lib/dates.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";

/** A link that a letter carries: where it leads, and the address that it is about. */
export type MailLink = { url: string; email: string };
/** What every letter knows. `at`: when it happened, UTC ms. */
export type MailData = {
  name: string;
  username: string;
  /** By which the books know the reader: what is left of an account that was deleted. */
  reference: string;
  origin: string;
  at: number;
  link: MailLink | null;
  order: MailOrder | null;
  console: OperatorMailData;
};
/** `reason`: an operator's, for a suspension or its end. `signup`: who has signed up. Each is set for its own kinds alone. */
export type OperatorMailData = {
  reason: string | null;
  signup: { userId: string; message: string; email: string; authProvider: string; timestamp: string } | null;
};

/** The words of each kind of mail. */
export const mailTemplates: Record<MailKind, (facts: MailData) => MailContent> = {
  verify: withLink("Verify my address", ({ name }) => ({
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
  factor_added: security("A second factor was added to your account", [
    "from now on signing in also asks for a code of it.",
    "If that was not you, somebody knows your password: change it at once and remove what you do not know.",
  ]),
  factor_removed: security("A second factor was removed from your account", [
    "it is no longer asked for when you sign in.",
    "If that was not you, change your password at once and add it again.",
  ]),
  recovery_code_used: security("A recovery code of your account was used", [
    "one of your recovery codes has just signed somebody in. It works no more.",
    "If that was not you, change your password at once and make new recovery codes.",
  ]),
  reset: withLink("Choose a new password", ({ name, at }) => ({
    subject: "Choose a new password",
    paragraphs: [
      `Hello ${name},`,
      `somebody, we hope you, asked on ${dateTime(at)} for a new password. This link works once, for an hour.`,
      "If it was not you, do nothing: your password stays as it is.",
    ],
  })),
  password_changed: ({ name, at, origin }) => ({
    subject: "Your password was changed",
    paragraphs: [
      `Hello ${name},`,
      `the password of your account was changed on ${dateTime(at)}, and all other browsers were signed out.`,
      "If it was not you, choose a new one now: the link goes to this address.",
    ],
    link: { label: "It was not me", url: `${origin}/forgot-password` },
  }),
  // Without a name: this one goes to an address that may be a stranger's, and a name is what somebody typed.
  change_email: withLink("See the change", ({ at }, { email }) => ({
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
  email_restored: withLink("Choose a new password", ({ name, at }, { email }) => ({
    subject: "Your email address is back",
    paragraphs: [
      `Hello ${name},`,
      `since ${dateTime(at)} your account has the address ${email} again, and every browser was signed out.`,
      "If the change was not yours, somebody knows your password. Choose a new one with this link; it works once, for an hour.",
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
      `until ${dateTime(at)} wrong passwords or codes for your account were tried again and again. Nobody got in that way, and we have slowed such tries down.`,
      "If it was you, choose a new password. If it was not you, and your password is one you use elsewhere or is easy to guess, do the same.",
    ],
    link: { label: "Choose a new password", url: `${origin}/forgot-password` },
  }),
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
  suspended: ({ name, console: { reason } }) => ({
    subject: "Your account is suspended",
    paragraphs: [
      `Hello ${name},`,
      "your account is suspended: you cannot sign in, and what you sell is not shown. Orders that are open go on. This is why:",
      needed(reason, "reason"),
      "Please write to us if you think that is a mistake.",
    ],
  }),
  restored: ({ name, origin, console: { reason } }) => ({
    subject: "Your account is open again",
    paragraphs: [
      `Hello ${name},`,
      "you can sign in again, and what you sell is where it was. This is why:",
      needed(reason, "reason"),
    ],
    link: { label: "Sign in", url: `${origin}/sign-in` },
  }),
  new_signup: ({ origin, console }) => {
    const { userId, message, email, authProvider, timestamp } = needed(console.signup, "signup");
    return {
      subject: message,
      paragraphs: [`${message}.`, `E-mail: ${email}`, `Signed in by: ${authProvider}`, `At: ${timestamp}`],
      link: { label: "See the user", url: `${origin}/admin/users/${userId}` },
    };
  },
  ...orderMailTemplates,
};

/** What happened to an account, and where its owner looks after it. */
function security(subject: string, [what, otherwise]: [string, string]): (facts: MailData) => MailContent {
  return ({ name, origin }) => ({
    subject,
    paragraphs: [`Hello ${name},`, what, otherwise],
    link: { label: "See your second factors", url: `${origin}/profile/factors` },
  });
}

function withLink(
  label: string,
  words: (facts: MailData, link: MailLink) => Omit<MailContent, "link">,
): (facts: MailData) => MailContent {
  return (facts) => {
    if (!facts.link) throw new Error("A letter with a link needs its link");
    return { ...words(facts, facts.link), link: { label, url: facts.link.url } };
  };
}

function needed<Fact>(fact: Fact | null, what: string): Fact {
  if (fact === null) throw new Error(`A letter needs its ${what}`);
  return fact;
}
