import type { ReactNode } from "react";
import { menu, type Section, type Waits } from "#app/admin/console-menu.ts";

/** `waits`: null if it could not be read. */
export type FrameProps = { current: Section; waits: Waits | null };

/**
 * The menu around every console page (docs/specification.md#console-screens). Links and forms are plain HTML
 * and load whole documents, so a user who is no longer an operator gets the ordinary 404 page.
 */
export function AdminFrame({ current, waits, children }: FrameProps & { children: ReactNode }) {
  return (
    <div className="wrap page">
      <nav className="console" aria-label="Console">
        {menu.map((group) => (
          <div key={group.label}>
            <p className="tiny muted" id={`menu-${group.label}`}>
              {group.label}
            </p>
            <ul aria-labelledby={`menu-${group.label}`}>
              {group.sections.map(({ key, label, to }) => (
                <li key={key}>
                  <a href={to} aria-current={key === current ? "page" : undefined}>
                    {label}
                    {waits?.[key] ? <span className="tag bad num">{waits[key]}</span> : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {children}
    </div>
  );
}
