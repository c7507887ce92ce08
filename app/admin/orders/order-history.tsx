import { humanize } from "#app/admin/humanize.ts";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { MailList } from "#app/admin/mail-list.tsx";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { latenessOf, lateText } from "#app/orders/lateness.ts";
import { moreDays } from "#app/orders/more-days.ts";
import { sizeText } from "#app/uploads/private-file.ts";

type Props = { record: OrderRecord; passed: { seq: number; at: number }[]; filesAreOpen: boolean };

/** An order's events with their files and with the due dates that passed, its audit rows, and its emails. */
export function OrderHistory({ record, passed, filesAreOpen }: Props) {
  const { order, events, files, mails, audit } = record;
  return (
    <>
      <LogList title="Order history" empty="No activity yet">
        {events.flatMap(({ seq, kind, at, note, cents, days, actor }, index) => [
          <li key={seq}>
            <b>{humanize(kind)}</b>{" "}
            {kind === "delivered" && latenessOf(events, index) > 0
              ? `${lateText(latenessOf(events, index))} `
              : null}
            {days === null || days === 0 ? null : <span className="num">{`${moreDays(days)} `}</span>}
            {cents === null ? null : <span className="num">{`${exactDollars(cents)} `}</span>}
            <span className="tiny muted num">
              {`${dateTime(at)} by ${actor === null ? "the system" : accountName(actor)}`}
            </span>
            {note ? <p>{note}</p> : null}
            {files
              .filter((file) => file.seq === seq)
              .map(({ id, name, bytes, sha256 }) => (
                <p key={id}>
                  {filesAreOpen ? (
                    <a href={href("/orders/:id/files/:file", { id: order.id, file: id })}>{name}</a>
                  ) : (
                    name
                  )}{" "}
                  <span className="tiny muted num">
                    {`${sizeText(bytes)}, SHA-256 ${sha256 ?? "not recorded when it was sent"}`}
                  </span>
                </p>
              ))}
          </li>,
          ...passed
            .filter((date) => date.seq === seq)
            .map((date) => (
              <li key={`passed after ${seq}`}>
                <b>The delivery date passed</b> <span className="tiny muted num">{dateTime(date.at)}</span>
              </li>
            )),
        ])}
      </LogList>
      {files.length > 0 && !filesAreOpen ? (
        <p className="small muted">
          You can open the files while a request, a dispute or a ticket about this order is open, and for 30
          days after a ticket was closed.
        </p>
      ) : null}
      <AuditList rows={audit} />
      <MailList mails={mails} about={({ to }) => <span>{`to ${accountName(to)} `}</span>} />
    </>
  );
}
