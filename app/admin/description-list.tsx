import { Fragment, type ReactNode } from "react";

/** A panel of terms and their values. */
export function DescriptionList({ items }: { items: [term: string, value: ReactNode][] }) {
  return (
    <dl className="kv panel">
      {items.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
