import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { CategoryIndex } from "#app/browse/category-index.tsx";
import { listingTtl } from "#app/browse/listing.ts";
import { ListingFrame } from "#app/browse/listing-frame.tsx";
import { categoryIndexSections } from "#app/browse/load-listing.server.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { buildCategoryTree } from "#app/catalog/category-tree.ts";
import { mainRead } from "#app/lib/reads.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import stylesheet from "./category.css?url";

/** The page is cached as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle: PageHandle = { stylesheet, ttl: listingTtl };
export const links = linksOf(handle);

/**
 * /categories: all categories with subcategories and counts (docs/specification.md#categories-screen). The
 * categories are the main read.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { dataCache, log } = context;
  const readAll = () => dataCache.read(catalog.allCategories);
  const categories = await mainRead(readAll, "Failed to load categories", log);
  const { subcategories, counts } = await dataCache.read(categoryIndexSections);
  return { categories: buildCategoryTree(categories, subcategories ?? [], counts) };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    {
      title: "All Categories",
      description: `Every category of ${brand} with its subcategories: fixed-price services from vetted freelancers.`,
      keywords: data?.categories.map((category) => category.name),
      path: "/categories",
    },
    matches,
  );

const crumbs = [{ label: "Home", to: "/" }, { label: "All categories" }];

export default function Categories() {
  const { categories } = useLoaderData<typeof loader>();
  return (
    <ListingFrame>
      <div className="wrap page">
        <Crumbs items={crumbs} />
        <div className="head mt-3">
          <h1 className="stitch">All Categories</h1>
          <Link className="more" to="/search">
            See all services
            <Icon name="arrow" />
          </Link>
        </div>
        {categories.length > 0 ? (
          <CategoryIndex categories={categories} />
        ) : (
          <Empty title="No categories found">
            <Link className="btn" to="/search">
              Browse All Services
            </Link>
          </Empty>
        )}
        <StructuredData
          records={import.meta.env.SSR ? (origin) => [breadcrumbRecord(crumbs, origin)] : null}
        />
      </div>
    </ListingFrame>
  );
}
