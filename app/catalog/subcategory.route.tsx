import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import * as catalog from "#app/catalog/catalog.server.ts";
import { askedOf, categoryPath, countText, listingPath, subcategoryPath } from "#app/catalog/listing.ts";
import { ListingSide } from "#app/catalog/listing-side.tsx";
import { Missing } from "#app/catalog/missing.tsx";
import { GigResults } from "#app/gigs/gig-results.tsx";
import * as gigs from "#app/gigs/gigs.server.ts";
import { listingOf } from "#app/gigs/listing.server.ts";
import { metaDescriptionOf, pageMeta } from "#app/layout/meta.ts";
import { mainRead } from "#app/lib/reads.ts";
import { sheetLink } from "#app/sheets.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ToastSlab } from "#app/ui/toast.tsx";

export const handle = { sheet: "listing" };
export const links = () => [sheetLink("listing")];

const missing = {
  title: "Subcategory Not Found",
  text: "We couldn't find the subcategory you're looking for. It may have been removed or the URL is incorrect.",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const slugs = { category: params.category ?? "", subcategory: params.subcategory ?? "" };
  const find = () =>
    Promise.all([
      catalog.findSubcategory(context.db, slugs.subcategory),
      catalog.findCategory(context.db, slugs.category),
    ]);
  const sentence = `Failed to load subcategory: please try again (request ${context.requestId})`;
  const [subcategory, category] = await mainRead(find, sentence, context.log);
  if (!subcategory) return data({ subcategory: null, back: slugs.category }, { status: 404 });
  if (!category || subcategory.category.slug !== category.slug)
    throw redirect(categoryPath({ slug: slugs.category }));

  const base = subcategoryPath(category, subcategory);
  const asked = askedOf(new URL(request.url).searchParams);
  const listing = () => gigs.list(context.db, { subcategoryId: subcategory.id }, asked.sort, asked.page);
  const results = await listingOf(base, asked, listing, context);
  return {
    subcategory: { name: subcategory.name, slug: subcategory.slug },
    category: { name: category.name, slug: category.slug, subcategories: category.subcategories },
    results,
    meta: {
      title: subcategory.metaTitle || `${subcategory.name} Services`,
      description:
        subcategory.metaDescription ||
        metaDescriptionOf(subcategory.description ?? "") ||
        `Fixed-price ${subcategory.name} services from vetted freelancers.`,
      keywords: [subcategory.name, category.name],
      canonical: context.origin + listingPath(base, { page: results.page }),
    },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.subcategory ? pageMeta(data.meta) : pageMeta({ title: missing.title, noindex: true });

export default function Subcategory() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.subcategory) {
    return (
      <Missing {...missing}>
        <Link className="btn" to={categoryPath({ slug: loaded.back })}>
          Back to {loaded.back.replaceAll("-", " ")}
        </Link>
        <Link className="btn go" to="/">
          Return to Home
        </Link>
      </Missing>
    );
  }
  const { subcategory, category, results } = loaded;
  return (
    <div className="wrap page">
      <Crumbs
        items={[
          { label: "Home", to: "/" },
          { label: category.name, to: categoryPath(category) },
          { label: subcategory.name },
        ]}
      />
      <div className="head mt-3">
        <h1 className="stitch">{subcategory.name} Services</h1>
        <Link className="btn" to={categoryPath(category)}>
          <Icon name="back" />
          Back to {category.name}
        </Link>
      </div>
      <div className="list">
        <div>
          <ListingSide category={category} selected={subcategory.slug} sort={results.sort} />
        </div>
        <section>
          <h2 className="mb-4">
            {subcategory.name} Services{" "}
            <span className="count num">({countText(results.count, results.capped)})</span>
          </h2>
          <GigResults
            {...results}
            href={(page) => listingPath(results.base, { sort: results.sort, page })}
            empty="No services found in this subcategory. Please check back later."
          />
        </section>
      </div>
      <ToastSlab toast={results.failed ? { kind: "error", text: results.failed } : null} />
    </div>
  );
}
