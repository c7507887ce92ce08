import { brand } from "#app/brand.ts";
import type { Mail, Mailer } from "#app/context.ts";
import { MailRefused } from "#app/emails/mail-refused.ts";
import { tagOf } from "#app/emails/mail-tag.ts";

/** How long a provider may take to accept an email, in ms. */
const patience = 10_000;

/** Sends emails through the HTTP provider of MAIL_URL if it is set, else through Cloudflare's binding. */
export function configuredMailer(env: Env): Mailer {
  return env.MAIL_URL ? httpMailer({ ...env, MAIL_URL: env.MAIL_URL }) : cloudflareMailer(env);
}

/**
 * What Cloudflare refuses for good (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/).
 * The other codes are about limits, outages, or the set-up of the sender, which an operator can correct.
 */
const refusedByCloudflare = [
  "E_RECIPIENT_SUPPRESSED",
  "E_VALIDATION_ERROR",
  "E_FIELD_MISSING",
  "E_TOO_MANY_RECIPIENTS",
  "E_CONTENT_TOO_LARGE",
  "E_HEADER_NOT_ALLOWED",
  "E_HEADER_USE_API_FIELD",
  "E_HEADER_VALUE_INVALID",
  "E_HEADER_VALUE_TOO_LONG",
  "E_HEADER_NAME_INVALID",
  "E_HEADERS_TOO_LARGE",
  "E_HEADERS_TOO_MANY",
];

/** Sends emails through Cloudflare's email binding. It reports bounces by refusing the next email. */
export function cloudflareMailer(env: Pick<Env, "EMAIL" | "MAIL_FROM">, wait = patience): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      const from = { email: env.MAIL_FROM, name: brand };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("Cloudflare has not answered in time")), wait);
      });
      try {
        await Promise.race([env.EMAIL.send({ from, to, subject, text, html, headers }), late]);
      } catch (error) {
        const { code, message } = error as { code?: unknown; message?: unknown };
        if (typeof code !== "string") throw error;
        const said = `${code}: ${message}`;
        if (!refusedByCloudflare.includes(code)) throw new Error(said);
        throw new MailRefused(said, code === "E_RECIPIENT_SUPPRESSED");
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

type Provider = { MAIL_URL: string; MAIL_TOKEN?: string; MAIL_FROM: string };

/**
 * Sends emails through a provider that takes Resend's `POST /emails`
 * (https://resend.com/docs/api-reference/emails/send-email). The outbox id is the idempotency key, and the
 * tag by which the provider's events name the email.
 */
export function httpMailer({ MAIL_URL, MAIL_TOKEN, MAIL_FROM }: Provider, wait = patience): Mailer {
  return {
    async send({ id, to, subject, text, html, headers }) {
      if (!MAIL_TOKEN) throw new Error("The secret MAIL_TOKEN is not set");
      const answer = await fetch(MAIL_URL, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${MAIL_TOKEN}`,
          "Idempotency-Key": id,
        },
        body: JSON.stringify({
          from: `${brand} <${MAIL_FROM}>`,
          to: [to],
          subject,
          html,
          text,
          headers,
          tags: [{ name: "mail", value: tagOf(id) }],
        } satisfies ResendEmail),
        signal: AbortSignal.timeout(wait),
      });
      if (answer.ok) await answer.body?.cancel();
      else refuse(answer.status, await answer.text());
    },
  };
}

type ResendEmail = Pick<Mail, "subject" | "html" | "text"> & {
  from: string;
  to: string[];
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
};

/**
 * Refusals that an operator can correct: the sender's set-up, not this email.
 * https://resend.com/docs/api-reference/errors
 */
const setUpErrors = ["invalid_from_address", "invalid_access", "invalid_region"];

/**
 * The provider has not accepted an email. Only 400, 413 and 422 are about the email itself; limits, outages,
 * and a wrong token or provider address can pass or be corrected.
 * @param body `{name, message}`
 * @throws MailRefused if a retry would be refused too, else Error
 */
function refuse(status: number, body: string): void {
  const { name, message } = errorOf(body);
  // An earlier try with this key and another text was accepted.
  if (status === 409 && name === "invalid_idempotent_request") return;
  const said = `The provider answered ${status}${name ? ` ${name}` : ""}: ${message}`;
  const isSetUp = setUpErrors.includes(name) || /\bAPI key\b/i.test(message);
  if (![400, 413, 422].includes(status) || isSetUp) throw new Error(said);
  throw new MailRefused(said, /`to`|\brecipient\b/i.test(message));
}

function errorOf(body: string): { name: string; message: string } {
  try {
    const { name, message } = JSON.parse(body);
    return { name: typeof name === "string" ? name : "", message: String(message).slice(0, 400) };
  } catch {
    return { name: "", message: body.slice(0, 400) };
  }
}
