import { Link, useLocation } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { AccountMenu } from "#app/layout/account-menu.tsx";
import { Mark } from "#app/layout/mark.tsx";
import { type HeaderViewer, type Menu, menuFailed } from "#app/layout/menu.ts";
import { SearchBox } from "#app/layout/search-box.tsx";
import { placesOf } from "#app/places.ts";
import { Icon } from "#app/ui/icon.tsx";

/** spec.md section 2, header; only links to places that are built. */
export function Header({ viewer, menu }: { viewer: HeaderViewer | null; menu: Menu }) {
  // A menu that was open belongs to the page before: with a new key it comes closed.
  const { key } = useLocation();
  return (
    <header className="top">
      <div className="wrap bar">
        <Link className="logo" to="/" aria-label={brand}>
          <Mark />
          <b>{brand}</b>
        </Link>
        <SearchBox id="site-q" label="Site search" />
        {viewer ? <AccountMenu key={`account ${key}`} viewer={viewer} /> : <SignIn />}
        <MobileMenu key={`menu ${key}`} signedIn={viewer !== null} menu={menu} />
      </div>
      <nav className="wrap rail" aria-label="Main">
        <MegaMenu key={key} menu={menu} />
        {placesOf("/services/sell", "/ai-assistant").map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}

function SignIn() {
  return (
    <>
      {placesOf("/sign-in").map(({ to, label }) => (
        <Link key={to} className="btn plain" to={to}>
          {label}
        </Link>
      ))}
      {placesOf("/sign-up").map(({ to, label }) => (
        <Link key={to} className="btn go" to={to}>
          {label}
        </Link>
      ))}
    </>
  );
}

/** From 768 px: four categories with two subcategories each. */
function MegaMenu({ menu }: { menu: Menu }) {
  return (
    <details data-menu>
      <summary>
        Categories
        <Icon name="down" />
      </summary>
      <div className="sheet">
        {menu ? (
          <ul>
            {menu.map((category) => (
              <li key={category.slug}>
                <Link to={`/categories/${category.slug}`}>{category.name}</Link>
                <ul>
                  {category.subcategories.map((sub) => (
                    <li key={sub.slug}>
                      <Link to={`/categories/${category.slug}/${sub.slug}`}>{sub.name}</Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        ) : (
          <p>{menuFailed}</p>
        )}
      </div>
    </details>
  );
}

/** Below 768 px: search first, categories, popular links, help centre. */
function MobileMenu({ signedIn, menu }: { signedIn: boolean; menu: Menu }) {
  const categories = [
    ...(menu ?? []).map(({ name, slug }) => ({ to: `/categories/${slug}`, label: name })),
    ...placesOf("/categories"),
  ];
  const popular = placesOf(
    ...(signedIn ? [] : (["/sign-in", "/sign-up"] as const)),
    "/services/sell",
    "/ai-assistant",
    "/help",
  );
  return (
    <details className="menu" data-menu>
      <summary>
        <Icon name="menu" />
        <span className="vh">Menu and search</span>
      </summary>
      <nav className="sheet" aria-label="Menu">
        <SearchBox id="menu-q" label="Menu search" />
        <h2>Categories</h2>
        {menu ? null : <p>{menuFailed}</p>}
        <MenuLinks links={categories} />
        {popular.length > 0 ? <h2>Popular</h2> : null}
        <MenuLinks links={popular} />
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
