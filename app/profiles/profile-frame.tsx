import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

const tabs = [
  { key: "profile", label: "Profile", to: "/profile" },
  { key: "selling", label: "Selling", to: "/profile/selling" },
  { key: "replies", label: "Replies", to: "/profile/replies" },
  { key: "security", label: "Security", to: "/profile/security" },
  { key: "notices", label: "Notices", to: "/notices" },
  { key: "emails", label: "Emails", to: "/profile/notices" },
  { key: "data", label: "Data", to: "/profile/data" },
] as const;

/** The heading, the tabs and the width of the account pages (docs/specification.md#account-screens). */
export function ProfileFrame({
  current,
  children,
}: {
  current: (typeof tabs)[number]["key"];
  children: ReactNode;
}) {
  return (
    <div className="wrap page">
      <div className="mid">
        <h1 className="stitch">Profile</h1>
        <nav className="tabs fit flex-wrap" aria-label="Profile">
          {tabs.map(({ key, label, to }) => (
            <Link key={key} to={to} aria-current={key === current ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </div>
  );
}
