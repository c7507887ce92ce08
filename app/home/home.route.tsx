import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "#app/brand.ts";
import { CategoryIcon } from "#app/catalog/category-icon.tsx";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { Hero } from "#app/home/hero.tsx";
import { homeTtl, sampleAffordable, sampleSellers, steps, trustBadges } from "#app/home/home.ts";
import * as home from "#app/home/load-home.server.ts";
import { AssistantBanner, PromoCards, SellBanner } from "#app/home/offers.tsx";
import { PopularServices } from "#app/home/popular-services.tsx";
import { href } from "#app/lib/href.ts";
import { linkTo } from "#app/navigation.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { siteRecords } from "#app/seo/structured-records.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useRetries } from "#app/ui/use-retries.ts";
import stylesheet from "./home.css?url";

/** The page is cached as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle: PageHandle = { stylesheet, ttl: homeTtl, hearts: true };
export const links = linksOf(handle);

/**
 * The home page has no main read: each of its sections falls back separately
 * (docs/specification.md#fallbacks).
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { dataCache, placeholders, preferences } = context;
  const [sections, placeholdersReady] = await Promise.all([
    dataCache.read(home.sections),
    placeholders.ready(),
  ]);
  const { theme, small } = preferences;
  return { ...sections, placeholdersReady, theme, small };
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(
    {
      title: `${brand}: fixed-price services from vetted freelancers`,
      description: "Fixed prices, clear delivery dates and people you can talk to before you pay.",
      path: "/",
    },
    matches,
  );

/**
 * The delays before the browser loads failed sections again, in ms: twice if the featured gigs failed,
 * otherwise once (docs/specification.md#failed-reads).
 */
const featuredRetries = [1000, 2000];
const sectionRetries = [1000];

/** The home page: the blocks of docs/specification.md#home, in its order. */
export default function Home() {
  const { popular, hotSellers, categories, affordable, featured, placeholdersReady, theme, small } =
    useLoaderData<typeof loader>();
  const failed = !hotSellers || !categories || !affordable || !featured;
  useRetries(failed, featured ? sectionRetries : featuredRetries);
  const assistant = linkTo("/ai-assistant");
  const sell = linkTo("/services/sell");
  const allCategories = linkTo("/categories");
  return (
    <>
      <Hero theme={theme} small={small} />
      <section className="wrap" aria-label={`Why people trust ${brand}`}>
        <ul className="trust">
          {trustBadges.map(({ title, text, icon }) => (
            <li key={title}>
              <Icon name={icon} />
              <p>
                <b>{title}</b>
                {` ${text}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <PopularServices known={popular} placeholdersReady={placeholdersReady} />
      <PromoCards assistant={assistant} sell={sell} />
      <Section title="Hot Sellers This Month">
        {hotSellers?.length === 0 ? (
          <Empty title="No sellers yet" />
        ) : (
          <>
            {hotSellers ? null : <Examples />}
            <GigCards gigs={hotSellers ?? sampleSellers} className="four" leadFirst />
          </>
        )}
      </Section>
      <Section title="Explore Services by Category" more={allCategories}>
        {categories?.length ? (
          <ul className="index">
            {categories.map((category) => (
              <li key={category.slug}>
                <Link to={href("/categories/:category", { category: category.slug })}>
                  <CategoryIcon icon={category.icon} />
                  {category.name}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={categories ? "No categories found" : "Could not load categories"} />
        )}
      </Section>
      <AssistantBanner assistant={assistant} />
      <Section title="Affordable Services">
        {affordable?.length === 0 ? (
          <Empty title="No affordable services yet" />
        ) : (
          <>
            {affordable ? null : <Examples />}
            <GigCards gigs={affordable ?? sampleAffordable} className="four" />
          </>
        )}
      </Section>
      <Section title="Featured Services" more={{ to: "/search", label: "See all services" }}>
        {featured?.length ? (
          <GigCards gigs={featured} className="four" />
        ) : (
          <Empty title={featured ? "No featured services found" : "Failed to load featured services"} />
        )}
      </Section>
      <Section title="How it works">
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <SellBanner sell={sell} />
      <StructuredData records={import.meta.env.SSR ? siteRecords : null} />
    </>
  );
}

type SectionProps = { title: string; more?: { to: string; label: string } | null; children: ReactNode };

function Section({ title, more, children }: SectionProps) {
  return (
    <section className="wrap sec">
      <div className="head">
        <h2 className="stitch">{title}</h2>
        {more ? (
          <Link className="more" to={more.to}>
            {more.label}
            <Icon name="arrow" />
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}

/** A note above sample data (docs/specification.md#sample-data). */
function Examples() {
  return <p className="examples muted">We couldn't load today's services. These are examples, not offers.</p>;
}
