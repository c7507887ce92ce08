import { Link, useLocation } from "@remix-run/react";
import type { SyntheticEvent } from "react";
import { wayOn, wayPath } from "#app/auth/sign-in-path.ts";
import { brand } from "#app/brand.ts";
import { AccountMenu } from "#app/layout/account-menu.tsx";
import { CreditPill } from "#app/layout/credit-pill.tsx";
import { Logo } from "#app/layout/logo.tsx";
import { MegaMenu } from "#app/layout/mega-menu.tsx";
import { type HeaderViewer, type Menu, sellingPath } from "#app/layout/menu.ts";
import { MobileMenu } from "#app/layout/mobile-menu.tsx";
import { SearchBox } from "#app/layout/search-box.tsx";
import { linksTo } from "#app/navigation.ts";

/** docs/specification.md#header-and-footer. */
export function Header({ viewer, menu }: { viewer: HeaderViewer | null; menu: Menu }) {
  const location = useLocation();
  // A new key closes the menus on navigation. The same page may be revalidated at any time.
  const { pathname } = location;
  const back = wayOn(location);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of the links inside
    <header className="top" onClick={closeMenu} onSubmit={closeMenu}>
      <div className="wrap bar">
        <Link className="logo" to="/" aria-label={brand}>
          <Logo />
          <b>{brand}</b>
        </Link>
        <SearchBox id="site-q" label="Site search" />
        {viewer ? <AccountMenu key={`account ${pathname}`} viewer={viewer} /> : <SignIn back={back} />}
        <MobileMenu key={`menu ${pathname}`} viewer={viewer} menu={menu} back={back} />
      </div>
      <nav className="wrap rail" aria-label="Main">
        <MegaMenu key={pathname} menu={menu} />
        {linksTo(sellingPath(viewer), "/ai-assistant").map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}

/** Closes the menu when its link or form is used: the next page may be the same one. */
function closeMenu({ type, target }: SyntheticEvent) {
  const used = (target as Element).closest(type === "click" ? "a" : "form");
  used?.closest("details")?.removeAttribute("open");
}

/** @param back where the visitor returns afterwards, for example to an order */
function SignIn({ back }: { back: string }) {
  return (
    <>
      <CreditPill />
      <Link className="btn plain" to={wayPath("/sign-in", back)}>
        Sign In
      </Link>
      <Link className="btn go" to={wayPath("/sign-up", back)}>
        Join
      </Link>
    </>
  );
}
