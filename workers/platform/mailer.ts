import { brand } from "#app/brand.ts";
import type { Mailer } from "#app/context.ts";

/** Sends emails through Cloudflare's email binding. */
export function cloudflareMailer(env: Pick<Env, "EMAIL" | "MAIL_FROM">): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      await env.EMAIL.send({ from: { email: env.MAIL_FROM, name: brand }, to, subject, text, html, headers });
    },
  };
}
