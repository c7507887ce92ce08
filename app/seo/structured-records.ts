import { brand, social } from "#app/brand.ts";
import { href } from "#app/lib/href.ts";

/**
 * Structured data (schema.org) as JSON-LD. It contains only what the page shows
 * (docs/specification.md#structured-data).
 */
export type StructuredRecord = { "@context": "https://schema.org"; "@type": string };

const context = { "@context": "https://schema.org" } as const;

/** The breadcrumbs of a page. The last one is the page itself and needs no address. */
export function breadcrumbRecord(crumbs: { label: string; to?: string }[], origin: string) {
  return {
    ...context,
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ label, to }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name: label,
      item: to && origin + to,
    })),
  };
}

/** The answered questions of a page; no record if there are none. */
export function faqRecords(faqs: { question: string; answer: string }[]) {
  const answered = faqs.filter(({ question, answer }) => question.trim() && answer.trim());
  if (answered.length === 0) return [];
  return [
    {
      ...context,
      "@type": "FAQPage",
      mainEntity: answered.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  ];
}

/** The organisation behind the site, and its search box. */
export function siteRecords(origin: string) {
  const url = `${origin}/`;
  return [
    {
      ...context,
      "@type": "Organization",
      name: brand,
      url,
      logo: `${origin}/favicon.svg`,
      sameAs: social.map(({ to }) => to),
    },
    {
      ...context,
      "@type": "WebSite",
      name: brand,
      url,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}${href("/search")}?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}
