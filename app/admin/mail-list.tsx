import type { ReactNode } from "react";
import { humanize } from "#app/admin/humanize.ts";
import { LogList } from "#app/admin/log-list.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { never } from "#app/outbox/tries.ts";

/** Times are UTC ms. `sentAt` null: the email is waiting. */
type Delivery = { sentAt: number | null; attempts: number; dueAt: number; error: string | null };
type Mail = Delivery & { number: number; kind: string; createdAt: number };

/** The outcome of an email. One that has both a `sentAt` and an error was dropped, not sent. */
export function mailOutcome({ sentAt, attempts, dueAt, error }: Delivery): string {
  if (sentAt !== null) return `${error === null ? "sent" : "dropped"} ${dateTime(sentAt)}`;
  if (attempts === 0) return "waiting";
  // The last attempt is running, or has stopped without an answer.
  if (dueAt > never) return `last attempt ${dateTime(dueAt - never)}, no answer yet`;
  if (dueAt === never) return `given up after ${attempts} ${attempts === 1 ? "try" : "tries"}`;
  // An attempt is counted when it begins; its error is written when it ends.
  if (error === null) return `is being sent, next attempt ${dateTime(dueAt)}`;
  return `failed ${attempts} ${attempts === 1 ? "time" : "times"}, next attempt ${dateTime(dueAt)}`;
}

type Props<Row extends Mail> = {
  mails: Row[];
  /** The recipient and the subject of an email. */
  about: (mail: Row) => ReactNode;
};

/** The emails of a user or an order, with their outcome. */
export function MailList<Row extends Mail>({ mails, about }: Props<Row>) {
  return (
    <LogList title="Emails" empty="No emails yet">
      {mails.map((mail) => (
        <li key={mail.number}>
          {`${humanize(mail.kind)} `}
          {about(mail)}
          <span className="tiny muted num">
            {`${mailOutcome(mail)} · created ${dateTime(mail.createdAt)}`}
          </span>
          {mail.error ? <p className="tiny muted">{mail.error}</p> : null}
        </li>
      ))}
    </LogList>
  );
}
