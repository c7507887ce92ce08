import { Link } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import type { Menu } from "#app/layout/menu.ts";
import { placesOf } from "#app/places.ts";

type Column = { title: string; links: { to: string; label: string }[] };

/** Category, support and account links (spec.md section 2); a column without links is left out. @param year of the product's clock */
export function Footer({ menu, signedIn, year }: { menu: Menu; signedIn: boolean; year: number }) {
  const categories = (menu ?? []).map(({ name, slug }) => ({ to: `/categories/${slug}`, label: name }));
  const columns: Column[] = [
    { title: "Categories", links: [...categories, ...placesOf("/categories")] },
    { title: "Support", links: placesOf("/help", "/faq", "/contact", "/terms", "/privacy") },
    {
      title: "Account",
      links: signedIn
        ? placesOf("/orders", "/messages", "/profile", "/services/sell")
        : placesOf("/sign-up", "/sign-in", "/orders", "/services/sell"),
    },
  ];
  return (
    <footer className="foot-band">
      <div className="wrap">
        <div className="foot-grid">
          {columns
            .filter(({ links }) => links.length > 0)
            .map(({ title, links }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </div>
        <p className="foot-end">
          © {year} {brand}
        </p>
      </div>
    </footer>
  );
}
