import { Link } from "@remix-run/react";
import type { HeaderViewer } from "#app/layout/menu.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { picturePath } from "#app/profiles/profile.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Links to messages and orders, and the avatar with its menu (docs/specification.md#header-and-footer). */
export function AccountMenu({ viewer }: { viewer: HeaderViewer }) {
  const { name, initials, avatarUrl, unread, turn, operator, sells } = viewer;
  return (
    <>
      <Link className="icon" to="/messages">
        <Icon name="message" />
        <span className="vh">Messages</span>
        {/* live.script.ts updates the number and hides all of it at 0, even before the framework starts. */}
        <span className="dot" id="unread" data-unread={unread} hidden={unread === 0} suppressHydrationWarning>
          {unread > 99 ? "99+" : String(unread)}
          <span className="vh"> unread</span>
        </span>
      </Link>
      <Link className="icon" to="/orders">
        <Icon name="orders" />
        <span className="vh">Orders</span>
        {/* live.script.ts shows and hides it, even before the framework has started. */}
        <span className="dot" id="turn" hidden={!turn} suppressHydrationWarning>
          &nbsp;<span className="vh">, your turn</span>
        </span>
      </Link>
      <details className="drop" data-menu>
        <summary>
          {avatarUrl ? (
            <img
              className="av av-36"
              src={picturePath(avatarUrl, 36)}
              width={36}
              height={36}
              alt=""
              loading="lazy"
            />
          ) : (
            <span className="av av-36" aria-hidden="true">
              {initials}
            </span>
          )}
          <span className="vh">{`Account: ${name}`}</span>
        </summary>
        <ul>
          <li>
            <b>{name}</b>
          </li>
          {linksTo("/dashboard", "/profile", "/orders").map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <Link to={href("/notices")}>Notices</Link>
          </li>
          <li>
            <Link to={href("/saved")}>Saved services</Link>
          </li>
          {sells ? (
            <li>
              <Link to={href("/earnings")}>Earnings</Link>
            </li>
          ) : null}
          {operator ? (
            <li>
              {/* A plain link: the console serves documents only, no data requests. */}
              <a href="/admin">Operator</a>
            </li>
          ) : null}
          <li>
            {/* Not Remix's Form: the next page must be a new document without any data of the viewer. */}
            <form method="post" action="/sign-out" noValidate>
              <button type="submit">Sign out</button>
            </form>
          </li>
        </ul>
      </details>
    </>
  );
}
