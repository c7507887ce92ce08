import type { AppLoadContext } from "@remix-run/cloudflare";
import { entryIntent } from "#app/admin/catalogue/run-topic.server.ts";
import { pairPreview, textsPreview } from "#app/admin/catalogue/topic.form.ts";
import { publicPath } from "#app/admin/catalogue/topic.ts";
import { slugProblem } from "#app/admin/catalogue/topic-writes.server.ts";
import { listEntries, type Topic } from "#app/admin/catalogue/topics.server.ts";
import { buildAbout } from "#app/browse/about.ts";
import { parseListingQuery } from "#app/browse/listing-query.ts";
import { loadListing } from "#app/browse/load-listing.server.ts";
import { topicMeta } from "#app/browse/topic-meta.ts";
import { maxTextsPerTopic } from "#app/catalog/catalog.server.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/** A topic's page as it would look with what is typed in a form of the console. @throws Refusal */
export async function previewTopic(context: AppLoadContext, form: SentForm, topic: Topic) {
  const [entries, texts] = [entriesIn(form), textsIn(form, topic)];
  const { parent } = topic;
  const { name, slug, description } = texts;
  const [faqs, features, listing] = await Promise.all([
    listEntries(context.db, "faq", topic),
    listEntries(context.db, "feature", topic),
    loadListing(
      {
        base: publicPath(topic.slug, parent),
        categoryId: parent?.id ?? topic.id,
        ...(parent ? { subcategoryId: topic.id } : {}),
        description,
      },
      parseListingQuery(new URLSearchParams()),
      context,
    ),
  ]);
  const { results, subcategories } = listing;
  const about = buildAbout({
    description,
    faqs: entries("faq", faqs).map(({ heading, text }) => ({ question: heading, answer: text })),
    features: entries("feature", features).map(({ heading, text }) => ({
      title: heading,
      description: text,
    })),
  });
  const category = parent ? { ...parent, subcategories } : { name, slug, subcategories };
  return {
    category,
    subcategory: parent ? { name, slug } : null,
    results,
    about,
    meta: topicMeta(texts, [], results),
  };
}

/** The topic's texts, as typed if they are in the form. */
function textsIn(form: SentForm, topic: Topic) {
  if (entryIntent(form.text("intent"))) return topic;
  const { name, slug, description, metaTitle, metaDescription } = writes.parse(form, textsPreview);
  const sentence = slugProblem(topic, slug);
  if (sentence) refuse("invalid", sentence);
  return { name, slug, description, metaTitle, metaDescription };
}

type Entry = { number: number; heading: string; text: string };

/** Merges the typed entry into the stored ones. */
function entriesIn(form: SentForm) {
  const sent = entryIntent(form.text("intent"));
  const typed = sent ? writes.parse(form, pairPreview) : null;
  return (kind: "faq" | "feature", stored: Entry[]): Entry[] => {
    if (!typed || sent?.kind !== kind) return stored.slice(0, maxTextsPerTopic);
    const entry = { number: typed.entry, heading: typed.heading, text: typed.text };
    const all =
      sent.verb === "add"
        ? [...stored, entry]
        : stored.map((each) => (each.number === typed.entry ? entry : each));
    return all.slice(0, maxTextsPerTopic);
  };
}
