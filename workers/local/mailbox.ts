import type { Mail, Mailer, SmsSender } from "#app/context.ts";

/** An email as /dev/mailbox shows it. `at`: when it was sent, real UTC ms. */
export type StoredMail = Omit<Mail, "id" | "headers"> & { at: number };

const folder = "dev/mailbox/";

/**
 * Stores emails in the bucket instead of sending them. Their names sort newest first; /dev/mailbox shows
 * them.
 */
export function localMailer(bucket: R2Bucket): Mailer {
  return {
    async send({ to, subject, text, html, kind }) {
      const at = Date.now();
      const name = `${folder}${String(9e15 - at).padStart(16, "0")}-${crypto.randomUUID()}`;
      await bucket.put(name, JSON.stringify({ to, subject, text, html, kind, at } satisfies StoredMail));
    },
  };
}

/** Stores text messages with the emails; the phone number is the recipient. */
export function localSms(bucket: R2Bucket): SmsSender {
  const mailer = localMailer(bucket);
  return {
    send: ({ to, text }) =>
      mailer.send({
        id: crypto.randomUUID(),
        to,
        subject: text,
        text,
        html: "",
        kind: "phone_code",
        headers: {},
      }),
  };
}

/** Lists stored emails, newest first, at most 200. @param to the recipient; null for all */
export async function listStoredMails(bucket: R2Bucket, to: string | null): Promise<StoredMail[]> {
  const { objects } = await bucket.list({ prefix: folder, limit: 200 });
  const mails = await Promise.all(
    objects.map(async ({ key }) => (await bucket.get(key))?.json<StoredMail>()),
  );
  return mails.filter((mail) => mail !== undefined && (to === null || mail.to === to)) as StoredMail[];
}
