import type { ReactNode } from "react";
import { AdminFrame, type FrameProps } from "#app/admin/admin-frame.tsx";

type Props = FrameProps & {
  /** The list that this page belongs to. */
  list: { label: string; to: string };
  heading: ReactNode;
  alert?: ReactNode;
  /** Links to the page's other tabs. */
  tabs?: ReactNode;
  /** What is known about the subject. */
  children: ReactNode;
  /** The operator's forms: above the rest on phones, next to it on large screens. Null: there are none. */
  forms: ReactNode;
};

/** A page of the console about one thing, such as a user or an order. */
export function DetailPage({ current, list, heading, alert, tabs, children, forms }: Props) {
  return (
    <AdminFrame current={current}>
      <p className="mt-5">
        <a className="more" href={list.to}>
          {list.label}
        </a>
      </p>
      <div className="row mt-3 mb-5">{heading}</div>
      {alert ? <div className="mb-6">{alert}</div> : null}
      {tabs}
      <div className={forms ? "two-columns" : undefined}>
        {forms ? (
          <section className="stack" aria-label="Actions">
            {forms}
          </section>
        ) : null}
        <div className="stack">{children}</div>
      </div>
    </AdminFrame>
  );
}
