import { Link } from "@remix-run/react";
import { CategoryIcon } from "#app/catalog/category-icon.tsx";
import type { IndexedCategory } from "#app/catalog/category-tree.ts";
import { href } from "#app/lib/href.ts";

/** Every category with its subcategories, and how many listed gigs each has. */
export function CategoryIndex({ categories }: { categories: IndexedCategory[] }) {
  return (
    <ul className="topics">
      {categories.map((category) => (
        <li key={category.slug}>
          <h2>
            <Link to={href("/categories/:category", { category: category.slug })}>
              <CategoryIcon icon={category.icon} />
              {category.name}
            </Link>
            <Count count={category.count} />
          </h2>
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
                  <Count count={sub.count} />
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Count({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <span className="count num">
      {count.toLocaleString("en-US")}
      <span className="vh">{` ${count === 1 ? "service" : "services"}`}</span>
    </span>
  );
}
