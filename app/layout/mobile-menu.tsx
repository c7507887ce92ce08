import { Link } from "@remix-run/react";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { popular } from "#app/home/popular.ts";
import { CreditPill } from "#app/layout/credit-pill.tsx";
import { type HeaderViewer, type Menu, menuFailed, sellingPath } from "#app/layout/menu.ts";
import { SearchBox } from "#app/layout/search-box.tsx";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The menu below 768 px (docs/specification.md#header-and-footer). */
export function MobileMenu({
  viewer,
  menu,
  back,
}: {
  viewer: HeaderViewer | null;
  menu: Menu;
  back: string;
}) {
  const categories = (menu ?? []).map((category) => ({
    to: href("/categories/:category", { category: category.slug }),
    label: category.name,
  }));
  const others = [
    viewer
      ? { to: href("/saved"), label: "Saved services" }
      : { to: wayPath("/sign-in", back), label: "Sign In" },
    ...linksTo(sellingPath(viewer), "/ai-assistant", "/help"),
  ];
  return (
    <details className="menu" data-menu>
      <summary>
        <Icon name="menu" />
        <span className="vh">Menu and search</span>
      </summary>
      <nav className="menu-panel" aria-label="Menu">
        <SearchBox id="menu-q" label="Menu search" />
        <h2>Categories</h2>
        {menu ? null : <p>{menuFailed}</p>}
        <MenuLinks links={[...categories, ...linksTo("/categories")]} />
        <h2>Popular</h2>
        <ul className="chips">
          {popular.map(({ path, label }) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
            </li>
          ))}
        </ul>
        <MenuLinks links={others} />
        {viewer ? null : <CreditPill />}
      </nav>
    </details>
  );
}

function MenuLinks({ links }: { links: { to: string; label: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>
            {label}
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
