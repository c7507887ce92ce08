import { expect, vi } from "vitest";
import { origin, visitor } from "./visitor.ts";

export type StoredMail = { to: string; kind: string; subject: string; text: string };

/** Waits until `count` emails were sent to the address. @returns them, newest first */
export async function mailsTo(email: string, count = 1): Promise<StoredMail[]> {
  let mails: StoredMail[] = [];
  await expect
    .poll(
      async () => {
        const path = `/dev/mailbox.json?to=${encodeURIComponent(email)}`;
        mails = await (await visitor.signedOut().fetch(path)).json();
        return mails.length;
      },
      { timeout: 5000 },
    )
    .toBe(count);
  return mails;
}

/** Waits for an email of a kind: a sweep does not wait for one that another sender has begun. */
export async function newestMail(email: string, kind: string): Promise<StoredMail> {
  return await vi.waitFor(async () => {
    const mailbox = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mail = (await mailbox.json<StoredMail[]>()).find((one) => one.kind === kind);
    if (!mail) throw new Error(`No ${kind} to ${email}`);
    return mail;
  }, 20_000);
}

/** Waits for an email of a kind. @returns the path of its link */
export async function linkTo(email: string, kind: string): Promise<string> {
  return linkIn(await newestMail(email, kind));
}

/** The path of the link in an email. */
export function linkIn(mail: StoredMail | undefined): string {
  const link = /https?:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(link, `a link in the mail ${mail?.kind}`).toContain(origin);
  return link.replace(origin, "");
}
