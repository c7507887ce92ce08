import type { ReactNode } from "react";
import type { AuditRow } from "#app/admin/audit.server.ts";
import { humanize } from "#app/admin/humanize.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { dateTime } from "#app/lib/dates.ts";

type Props = {
  id?: string;
  title: string;
  /** Shown if there are no items. */
  empty: string;
  /** `li` elements. */
  children: ReactNode[];
};

/** A list under a title. */
export function LogList({ id, title, empty, children }: Props) {
  return (
    <section id={id} className="mt-6">
      <h2 className="mb-3">{title}</h2>
      {children.length > 0 ? <ul className="log-list">{children}</ul> : <p className="muted">{empty}</p>}
    </section>
  );
}

/** The audit rows of the page's subject. */
export function AuditList({ rows }: { rows: AuditRow[] }) {
  return (
    <LogList title="Operator activity" empty="No activity yet">
      {rows.map(({ number, action, reason, at, operator }) => (
        <li key={number}>
          <b>{humanize(action)}</b>{" "}
          <span className="tiny muted num">{`${dateTime(at)} by ${accountName(operator)}`}</span>
          <p>{reason}</p>
        </li>
      ))}
    </LogList>
  );
}
