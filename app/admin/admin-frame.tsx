import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { menu, type Section, type Waits } from "#app/admin/console-menu.ts";
import { searchField } from "#app/admin/filters.tsx";
import { KeptForm } from "#app/admin/kept-form.tsx";
import { href } from "#app/lib/href.ts";

/** `current`: null on the Find page. */
export type FrameProps = { current: Section | null };

type Props = FrameProps & { find?: string; children: ReactNode };

/**
 * The search box and the menu of every console page (docs/specification.md#console-screens). Links and forms
 * are plain HTML and load whole documents, so a user who is no longer an operator gets the ordinary 404 page.
 * Every loader returns the numbers for the menu (app/admin/load-page.server.ts).
 * @param find the text in the search box
 */
export function AdminFrame({ current, find = "", children }: Props) {
  const { waits } = useLoaderData<{ waits: Waits | null }>();
  return (
    <div className="wrap page">
      <form className="finder" action={href("/admin/find")} aria-label="Find anything" noValidate>
        <input
          {...searchField}
          aria-label="Find anything"
          defaultValue={find}
          placeholder="Email, name, number or ID"
        />
        <button type="submit" className="btn">
          Find
        </button>
      </form>
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
      <KeptForm />
      {children}
    </div>
  );
}
