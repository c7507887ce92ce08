import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { currentFigures } from "#app/help/current-figures.server.ts";
import { figureLines, helpTtl, openable, parseOpen, parseTab, tabKeys, tabPath } from "#app/help/help.ts";
import { QuestionList } from "#app/help/question-list.tsx";
import { QuestionSearchForm } from "#app/help/question-search-form.tsx";
import { questions, tabs } from "#app/help/questions.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { linkTo } from "#app/navigation.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import stylesheet from "./help.css?url";

export const handle: PageHandle = {
  stylesheet,
  ttl: helpTtl,
  parameters: { tab: tabKeys, open: openable },
};
export const links = linksOf(handle);

/** /help: the questions of one tab (docs/specification.md#static-pages). Its only figure may be missing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { dataCache, log } = context;
  const { searchParams } = new URL(request.url);
  const figures = await sectionRead(() => dataCache.read(currentFigures), "terms", log);
  return {
    tab: parseTab(searchParams.get("tab")),
    open: parseOpen(searchParams.get("open")),
    lines: figures ? figureLines(figures) : {},
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    {
      title: "Help centre",
      description: `Answers for buyers and sellers: finding a service, paying, revisions, refunds, fees and your account on ${brand}.`,
      path: tabPath(data?.tab ?? "buyers"),
    },
    matches,
  );

const crumbs = [{ label: "Home", to: "/" }, { label: "Help centre" }];

export default function Help() {
  const { tab, open, lines } = useLoaderData<typeof loader>();
  const shown = questions.filter((question) => question.tab === tab);
  const opened = shown.find(({ id }) => id === open) ?? shown[0];
  const contact = linkTo("/contact");
  return (
    <div className="wrap page">
      <Crumbs items={crumbs} />
      <h1 className="stitch mt-3">Help centre</h1>
      <QuestionSearchForm />
      <nav className="tabs" aria-label="Help topics">
        {tabs.map(({ key, label }) => (
          <Link key={key} to={tabPath(key)} aria-current={key === tab ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <section className="sec" aria-label={tabs.find(({ key }) => key === tab)?.label}>
        {/* Changing the key closes the questions that were open in another tab. */}
        <QuestionList key={tab} questions={shown} open={opened ? [opened.id] : []} lines={lines} />
      </section>
      <p>
        Didn't find your answer? <Link to="/faq">See all questions</Link>
        {contact ? (
          <>
            {" or "}
            <Link to={contact.to}>contact us</Link>
          </>
        ) : null}
        .
      </p>
      <StructuredData records={import.meta.env.SSR ? (origin) => [breadcrumbRecord(crumbs, origin)] : null} />
    </div>
  );
}
