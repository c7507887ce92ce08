import { Fragment, type ReactNode } from "react";

/** Names and their values. */
export function DescriptionList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="kv panel">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A list under a title; `empty` where there is nothing in it. */
export function LogList({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="mt-6">
      <h2 className="mb-3">{title}</h2>
      {children.length > 0 ? <ul className="log-list">{children}</ul> : <p className="muted">{empty}</p>}
    </section>
  );
}

/** `email_change_asked` as people say it. */
export function humanize(kind: string): string {
  const words = kind.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
