import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { categoryPath } from "#app/catalog/listing.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import * as gigs from "#app/gigs/gigs.server.ts";
import { Hero } from "#app/home/hero.tsx";
import { featured, popular, steps } from "#app/home/home.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { sheetLink } from "#app/sheets.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";

export const handle = { sheet: "home" };
export const links = () => [sheetLink("home")];

/** Home has no main read: each of its sections falls back alone. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, log, origin, preferences } = context;
  const [categories, newest] = await Promise.all([
    sectionRead(() => catalog.listCategories(db), "categories", log),
    sectionRead(() => gigs.listNewest(db, featured.fetched), "featured services", log),
  ]);
  return {
    theme: preferences.theme,
    categories,
    featured: newest?.slice(0, featured.shown),
    canonical: `${origin}/`,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: `${brand}: fixed-price services from vetted freelancers`,
    description: "Fixed prices, clear delivery dates and people you can talk to before you pay.",
    canonical: data?.canonical,
  });

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <>
      <Hero theme={loaded.theme} />
      <section className="wrap sec">
        <div className="head">
          <h2 className="stitch">Most Popular Services</h2>
        </div>
        <ul className="tiles">
          {popular.map(({ label, icon, path }) => (
            <li key={label}>
              <Link to={path}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap sec">
        <div className="head">
          <h2 className="stitch">Explore Services by Category</h2>
        </div>
        {loaded.categories?.length ? (
          <ul className="index">
            {loaded.categories.map((category) => (
              <li key={category.slug}>
                <Link to={categoryPath(category)}>{category.name}</Link>
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={loaded.categories ? "No categories found" : "Could not load categories"} />
        )}
      </section>
      <section className="wrap sec">
        <div className="head">
          <h2 className="stitch">Featured Services</h2>
          <Link className="more" to="/search">
            See all services
            <Icon name="arrow" />
          </Link>
        </div>
        {loaded.featured?.length ? (
          <GigCards gigs={loaded.featured} className="four" leadFirst />
        ) : (
          <Empty
            title={loaded.featured ? "No featured services found" : "Failed to load featured services"}
          />
        )}
      </section>
      <section className="wrap sec">
        <div className="head">
          <h2 className="stitch">How it works</h2>
        </div>
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
