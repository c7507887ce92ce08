import type { ReactNode } from "react";

/** An empty list: a drawing, a sentence and one link (the children). */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 72 72" aria-hidden="true">
        <path d="M14 22h44v38H14zM14 22l6-10h32l6 10M28 34h16" />
        <path strokeDasharray="4 4" d="M6 66h60" />
      </svg>
      <p className="serif">{title}</p>
      {text ? <p className="muted">{text}</p> : null}
      {children ? <div className="row">{children}</div> : null}
    </div>
  );
}
