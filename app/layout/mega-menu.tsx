import { Link } from "@remix-run/react";
import { type Menu, menuFailed } from "#app/layout/menu.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { Icon } from "#app/ui/icon.tsx";

/** From 768 px: four categories with two subcategories each. A `<details>` opens without scripts. */
export function MegaMenu({ menu }: { menu: Menu }) {
  return (
    <details data-menu>
      <summary>
        Categories
        <Icon name="down" />
      </summary>
      <div className="menu-panel">
        {menu ? (
          <ul>
            {menu.map((category) => (
              <li key={category.slug}>
                <Link to={href("/categories/:category", { category: category.slug })}>{category.name}</Link>
                <ul>
                  {category.subcategories.map((sub) => (
                    <li key={sub.slug}>
                      <Link
                        to={href("/categories/:category/:subcategory", {
                          category: category.slug,
                          subcategory: sub.slug,
                        })}
                      >
                        {sub.name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        ) : (
          <p>{menuFailed}</p>
        )}
        {linksTo("/categories").map(({ to, label }) => (
          <p key={to}>
            <Link to={to}>
              {label}
              <Icon name="arrow" />
            </Link>
          </p>
        ))}
      </div>
    </details>
  );
}
