import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand.ts";
import { maxTermLength, parseTerm } from "#app/browse/listing.ts";
import { currentFigures } from "#app/help/current-figures.server.ts";
import { figureLines, helpTtl, openable, parseOpen } from "#app/help/help.ts";
import { QuestionList } from "#app/help/question-list.tsx";
import * as search from "#app/help/question-search.ts";
import { QuestionSearchForm } from "#app/help/question-search-form.tsx";
import { questions, tabs } from "#app/help/questions.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { linkTo } from "#app/navigation.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord, faqRecords } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Empty } from "#app/ui/empty.tsx";
import stylesheet from "./help.css?url";

export const handle: PageHandle = {
  stylesheet,
  ttl: helpTtl,
  parameters: { open: openable, q: "personal" },
};
export const links = linksOf(handle);

/** /faq: all questions, or those that `q` finds (docs/specification.md#faq-search). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { dataCache, log } = context;
  const { searchParams } = new URL(request.url);
  const figures = await sectionRead(() => dataCache.read(currentFigures), "terms", log);
  return {
    ...parseTerm(searchParams),
    open: parseOpen(searchParams.get("open")),
    lines: figures ? figureLines(figures) : {},
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    {
      title: "Frequently asked questions",
      description: `All questions and answers about buying and selling services on ${brand}, on one page with a search.`,
      path: "/faq",
      noindex: Boolean(data?.q),
    },
    matches,
  );

const crumbs = [{ label: "Home", to: "/" }, { label: "Help centre", to: "/help" }, { label: "FAQ" }];

export default function Faq() {
  const { q, cut, open, lines } = useLoaderData<typeof loader>();
  return (
    <div className="wrap page">
      <Crumbs items={crumbs} />
      <h1 className="stitch mt-3">Frequently asked questions</h1>
      <QuestionSearchForm q={q} />
      {cut ? (
        <p className="muted small">{`We searched for the first ${maxTermLength} characters of your text.`}</p>
      ) : null}
      {q ? <Found q={q} open={open} lines={lines} /> : <All open={open} lines={lines} />}
      <StructuredData
        records={
          import.meta.env.SSR
            ? (origin) => [
                breadcrumbRecord(crumbs, origin),
                ...faqRecords(q ? search.find(search.partsOf(q)) : [...questions]),
              ]
            : null
        }
      />
    </div>
  );
}

type Shown = { open: string | null; lines: Record<string, string> };

/** All questions by tab. The first one is open, or the one in the address. */
function All({ open, lines }: Shown) {
  const opened = open ?? questions[0]?.id ?? "";
  return tabs.map(({ key, label }) => (
    <section className="sec" key={key} aria-labelledby={key}>
      <h2 id={key}>{label}</h2>
      <QuestionList
        key={opened}
        questions={questions.filter(({ tab }) => tab === key)}
        open={[opened]}
        lines={lines}
      />
    </section>
  ));
}

/** The questions that were found, all open. */
function Found({ q, open, lines }: Shown & { q: string }) {
  const parts = search.partsOf(q);
  const found = search.find(parts);
  const contact = linkTo("/contact");
  if (found.length === 0)
    return (
      <Empty title="Nothing found" text={`No question contains “${q}”. Try one word, such as “refund”.`}>
        {contact ? (
          <Link className="btn go" to={contact.to}>
            Contact us
          </Link>
        ) : null}
        <Link className="btn" to="/faq">
          See all questions
        </Link>
      </Empty>
    );
  return (
    <section className="sec" aria-labelledby="found">
      <h2 id="found">
        {found.length === 1 ? `1 question about “${q}”` : `${found.length} questions about “${q}”`}
      </h2>
      <QuestionList
        key={`${q} ${open}`}
        questions={found}
        open={found.map(({ id }) => id)}
        parts={parts}
        lines={lines}
      />
      <p className="mt-6">
        <Link to="/faq">See all questions</Link>
      </p>
    </section>
  );
}
