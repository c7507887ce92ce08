import { Link, useLocation } from "@remix-run/react";
import { wayOn, wayPath } from "#app/auth/sign-in-path.ts";
import { brand, social, tagline } from "#app/brand.ts";
import type { Preferences } from "#app/context.ts";
import { type HeaderViewer, type Menu, sellingPath } from "#app/layout/menu.ts";
import { PreferencesForm } from "#app/layout/preferences-form.tsx";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";

type Props = { menu: Menu; viewer: HeaderViewer | null; preferences: Preferences; year: number };

/**
 * The footer (docs/specification.md#header-and-footer). A column without links is left out.
 * @param year of the product's clock
 */
export function Footer({ menu, viewer, preferences, year }: Props) {
  const categories = (menu ?? []).map((category) => ({
    to: href("/categories/:category", { category: category.slug }),
    label: category.name,
  }));
  const back = wayOn(useLocation());
  const columns = [
    { title: "Categories", links: [...categories, ...linksTo("/categories")] },
    { title: "Support", links: linksTo("/help", "/faq", "/contact", "/terms", "/privacy") },
    {
      title: "Account",
      links: viewer
        ? linksTo("/orders", "/messages", "/profile", sellingPath(viewer))
        : [
            { to: wayPath("/sign-up", back), label: "Join" },
            { to: wayPath("/sign-in", back), label: "Sign In" },
            ...linksTo("/orders", "/services/sell"),
          ],
    },
    { title: "Follow", links: social, rel: "me" },
  ];
  return (
    <footer className="foot-band">
      <div className="wrap">
        <nav className="foot-grid" aria-label="Footer">
          {columns
            .filter(({ links }) => links.length > 0)
            .map(({ title, links, rel }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to} rel={rel}>
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </nav>
        <div className="foot-end row between">
          <p>
            <span className="serif">{tagline}</span>
            <br />
            {`© ${year} ${brand}`}
          </p>
          <PreferencesForm preferences={preferences} />
        </div>
      </div>
    </footer>
  );
}
