import type { ReactNode } from "react";

type Props = {
  /** Names what can be done here. */
  heading: string;
  id?: string;
  /** True if something in it was refused, or is to be confirmed. */
  isOpen?: boolean;
  children: ReactNode;
};

/** A panel that shows only its heading until it is opened. It needs no scripts. */
export function Folded({ heading, id, isOpen = false, children }: Props) {
  return (
    <details className="panel folded" id={id} open={isOpen}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
