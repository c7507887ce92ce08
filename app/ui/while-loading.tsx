import type { ReactNode } from "react";

type Props = {
  loading: boolean;
  /** Said to those who do not see it. */
  label: string;
  placeholders: ReactNode;
  children: ReactNode;
};

/**
 * Placeholders over what is there. It stays in the page beneath them, so that a navigation given up brings it back as it was; the
 * stylesheet waits 150 ms, so that a fast answer does not flicker.
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
