import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import * as catalog from "#app/catalog/catalog.server.ts";
import { askedOf, categoryPath, countText, listingPath } from "#app/catalog/listing.ts";
import { ListingSide } from "#app/catalog/listing-side.tsx";
import { Missing } from "#app/catalog/missing.tsx";
import { GigResults } from "#app/gigs/gig-results.tsx";
import * as gigs from "#app/gigs/gigs.server.ts";
import { listingOf } from "#app/gigs/listing.server.ts";
import { metaDescriptionOf, pageMeta } from "#app/layout/meta.ts";
import { mainRead } from "#app/lib/reads.ts";
import { sheetLink } from "#app/sheets.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { ToastSlab } from "#app/ui/toast.tsx";

export const handle = { sheet: "listing" };
export const links = () => [sheetLink("listing")];

const missing = {
  title: "Category Not Found",
  text: "We couldn't find the category you're looking for. It may have been removed or the URL is incorrect.",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const sentence = `Failed to load category: please try again (request ${context.requestId})`;
  const category = await mainRead(
    () => catalog.findCategory(context.db, params.category ?? ""),
    sentence,
    context.log,
  );
  if (!category) return data({ category: null }, { status: 404 });

  const base = categoryPath(category);
  const asked = askedOf(new URL(request.url).searchParams);
  const listing = () => gigs.list(context.db, { categoryId: category.id }, asked.sort, asked.page);
  const results = await listingOf(base, asked, listing, context);
  return {
    category: { name: category.name, slug: category.slug, subcategories: category.subcategories },
    results,
    meta: {
      title: category.metaTitle || `${category.name} Services`,
      description:
        category.metaDescription ||
        metaDescriptionOf(category.description ?? "") ||
        `Fixed-price ${category.name} services from vetted freelancers.`,
      keywords: [category.name, ...category.subcategories.map((sub) => sub.name)],
      canonical: context.origin + listingPath(base, { page: results.page }),
    },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.category ? pageMeta(data.meta) : pageMeta({ title: missing.title, noindex: true });

export default function Category() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.category) {
    return (
      <Missing {...missing}>
        <Link className="btn go" to="/">
          Return to Home
        </Link>
      </Missing>
    );
  }
  const { category, results } = loaded;
  return (
    <div className="wrap page">
      <Crumbs items={[{ label: "Home", to: "/" }, { label: category.name }]} />
      <h1 className="stitch mt-3 mb-6">{category.name} Services</h1>
      <div className="list">
        <div>
          <ListingSide category={category} selected={null} sort={results.sort} />
        </div>
        <section>
          <h2 className="mb-4">
            All {category.name} Services{" "}
            <span className="count num">({countText(results.count, results.capped)})</span>
          </h2>
          <GigResults
            {...results}
            href={(page) => listingPath(results.base, { sort: results.sort, page })}
            empty="No services found in this category. Please check back later."
          />
        </section>
      </div>
      <ToastSlab toast={results.failed ? { kind: "error", text: results.failed } : null} />
    </div>
  );
}
