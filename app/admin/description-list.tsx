import { Fragment, type ReactNode } from "react";

/** A panel of terms and their values. Null: nothing is known, so the line is left out. */
export function DescriptionList({ items }: { items: ([term: string, value: ReactNode] | null)[] }) {
  return (
    <dl className="kv panel">
      {items
        .filter((item) => item !== null)
        .map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
