import { metaDescriptionOf } from "#app/seo/meta.ts";

type Topic = {
  name: string;
  metaTitle: string | null;
  metaDescription: string | null;
  description: unknown;
};

/**
 * The head of a category's or subcategory's page. A missing title or description is built from its name and
 * description (docs/specification.md#page-head).
 * @param path its canonical address
 */
export function topicMeta(topic: Topic, keywords: string[], path: string) {
  return {
    title: topic.metaTitle || `${topic.name} Services`,
    description: topic.metaDescription || topicDescriptionOf(topic),
    keywords,
    path,
  };
}

function topicDescriptionOf({ name, description }: Topic): string {
  const beginning = typeof description === "string" ? metaDescriptionOf(description) : "";
  return beginning || `Fixed-price ${name} services from vetted freelancers.`;
}
