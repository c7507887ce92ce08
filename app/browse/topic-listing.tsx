import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { ListingScreen } from "#app/browse/listing-screen.tsx";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

type ListingProps = Pick<ComponentProps<typeof ListingScreen>, "results" | "about">;
type Category = ComponentProps<typeof ListingScreen>["category"] & { name: string };

/** The page of a category. */
export function CategoryListing({ category, results, about }: ListingProps & { category: Category }) {
  return (
    <ListingScreen
      crumbs={[{ label: "Home", to: "/" }, { label: category.name }]}
      head={<h1 className="stitch mt-3 mb-6">{`${category.name} Services`}</h1>}
      category={category}
      selected={null}
      results={results}
      title={`All ${category.name} Services`}
      empty="No services found in this category. Please check back later."
      name={category.name}
      about={about}
    />
  );
}

type SubcategoryProps = ListingProps & { category: Category; subcategory: { name: string; slug: string } };

/** The page of a subcategory. */
export function SubcategoryListing({ category, subcategory, results, about }: SubcategoryProps) {
  const categoryPath = href("/categories/:category", { category: category.slug });
  return (
    <ListingScreen
      crumbs={[
        { label: "Home", to: "/" },
        { label: category.name, to: categoryPath },
        { label: subcategory.name },
      ]}
      head={
        <div className="head mt-3">
          <h1 className="stitch">{`${subcategory.name} Services`}</h1>
          <Link className="btn" to={categoryPath}>
            <Icon name="back" />
            {`Back to ${category.name}`}
          </Link>
        </div>
      }
      category={category}
      selected={subcategory.slug}
      results={results}
      title={`${subcategory.name} Services`}
      empty="No services found in this subcategory. Please check back later."
      name={subcategory.name}
      about={about}
    />
  );
}
