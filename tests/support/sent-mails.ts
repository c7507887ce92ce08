import { cloudflareMailer } from "#workers/platform/mailer.ts";
import { mailHtml } from "#workers/render/mail-html.ts";
import { deps } from "./clock.ts";

/** An email as the mailer of production hands it to Cloudflare's binding. */
type SentMail = { to: string; subject: string; headers: Record<string, string>; text: string };

/** The emails that were sent with `mailDeps`, oldest first. */
export const sentMails: SentMail[] = [];

const binding = { send: async (mail: SentMail) => void sentMails.push(mail) };

/** Capabilities for the functions that send emails. They send with production's mailer. */
export const mailDeps = {
  ...deps,
  origin: "https://shop.test",
  operator: { name: "Ann's shop", address: "1 Main Street", email: "ann@shop.test" },
  mailer: cloudflareMailer({ EMAIL: binding as never, MAIL_FROM: "shop@shop.test" }),
  mailHtml,
  inboxes: { push: async () => {}, forgetWatching: async () => {}, endSession: async () => {} },
};
