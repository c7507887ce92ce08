import type { ReactNode } from "react";

type Props = {
  loading: boolean;
  /** For screen readers. */
  label: string;
  placeholders: ReactNode;
  children: ReactNode;
};

/**
 * Shows placeholders over the content while a navigation loads. The content stays in the page, so an aborted
 * navigation shows it again unchanged. The stylesheet waits 150 ms to avoid flicker on a fast response.
 */
export function WhileLoading({ loading, label, placeholders, children }: Props) {
  return (
    <div className="load" aria-busy={loading || undefined}>
      <p className="vh" role="status">
        {loading ? label : ""}
      </p>
      <div>{children}</div>
      {loading ? (
        <div className="wait" aria-hidden="true">
          {placeholders}
        </div>
      ) : null}
    </div>
  );
}
