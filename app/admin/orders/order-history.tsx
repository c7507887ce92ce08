import { humanize } from "#app/admin/humanize.ts";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { MailList } from "#app/admin/mail-list.tsx";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { orderPath } from "#app/orders/order.ts";

/** An order's events with their files, its audit rows and its emails. */
export function OrderHistory({ record }: { record: OrderRecord }) {
  const { order, events, files, mails, audit } = record;
  return (
    <>
      <LogList title="Order history" empty="No activity yet">
        {events.map(({ seq, kind, at, note, cents, actor }) => (
          <li key={seq}>
            <b>{humanize(kind)}</b>{" "}
            {cents === null ? null : <span className="num">{`${exactDollars(cents)} `}</span>}
            <span className="tiny muted num">
              {`${dateTime(at)} by ${actor === null ? "the system" : `@${actor}`}`}
            </span>
            {note ? <p>{note}</p> : null}
            {files
              .filter((file) => file.seq === seq)
              .map((file) => (
                <a key={file.id} href={`${orderPath(order.id)}/files/${encodeURIComponent(file.id)}`}>
                  {file.name}
                </a>
              ))}
          </li>
        ))}
      </LogList>
      <AuditList rows={audit} />
      <MailList mails={mails} about={({ to }) => <span>{`to @${to} `}</span>} />
    </>
  );
}
