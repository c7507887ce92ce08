import type { ReactNode } from "react";
import { usersPath } from "#app/admin/user-search.ts";

const tabs = [
  { key: "users", label: "Users", to: usersPath({}) },
  { key: "signups", label: "New signups", to: "/admin/signups" },
] as const;

/**
 * What the pages of the console share (product.md section 9). Its links are plain ones and its forms too: nothing of it is asked for as data,
 * so whoever is no operator any more gets the ordinary 404 page.
 */
export function AdminFrame({
  current,
  children,
}: {
  current: (typeof tabs)[number]["key"];
  children: ReactNode;
}) {
  return (
    <div className="wrap page">
      <nav className="tabs fit" aria-label="Console">
        {tabs.map(({ key, label, to }) => (
          <a key={key} href={to} aria-current={key === current ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
