import { z } from "zod";
import { bounds, slugOf, slugSentence } from "#app/admin/catalogue/topic.ts";
import { reasonField } from "#app/admin/reason.form.ts";

/** A text with at most this many characters; a line end counts as one. A missing text is empty. */
const optional = (longest: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .refine((text) => [...text].length <= longest, {
      error: `Please use at most ${longest.toLocaleString("en-US")} characters`,
    });

const required = (longest: number, missing: string) =>
  optional(longest).refine((text) => text !== "", { error: missing });

/** `version`: the one that the operator saw. */
const decided = { version: z.coerce.number().int().catch(0), reason: reasonField };
/** `entry`: the number of an entry's row. */
const entry = { entry: z.coerce.number().int().catch(0) };

const named = {
  name: required(bounds.name, "Please enter a name"),
  slug: optional(1000),
};

type Typed = { name: string; slug: string };

/** An empty slug is derived from the name. */
function withSlug<Fields extends Typed>({ name, slug, ...rest }: Fields) {
  return { name, slug: slug || slugOf(name), ...rest };
}

function withNewSlug<Fields extends Typed>(
  fields: Fields,
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  const all = withSlug(fields);
  const sentence = slugSentence(all.slug);
  if (sentence) context.addIssue({ code: "custom", path: ["slug"], message: sentence });
  return all;
}

const texts = {
  ...named,
  icon: z.string().default(""),
  /** The store checks its length, because a stored title that is too long stays valid. */
  metaTitle: optional(bounds.text),
  metaDescription: optional(bounds.text),
  description: optional(bounds.text),
};
const pair = {
  heading: required(bounds.heading, "Please enter a question or title"),
  text: required(bounds.text, "Please enter an answer or description"),
};
const review = {
  rating: z
    .string({ error: "Please enter 1 to 5" })
    .regex(/^[1-5]$/, "Please enter 1 to 5")
    .transform(Number),
  text: required(bounds.text, "Please enter a text"),
  author: required(bounds.name, "Please enter a name"),
  title: optional(bounds.name),
  service: optional(bounds.name),
};

/** A new category or subcategory. */
export const newTopicForm = z.object({ ...named, reason: reasonField }).transform(withNewSlug);
export const newSubcategoryForm = z.object({ ...named, ...decided }).transform(withNewSlug);
/** The store checks a slug that differs from the stored one. */
export const textsForm = z.object({ ...texts, ...decided }).transform(withSlug);
export const decisionForm = z.object(decided);
export const moveForm = z.object({ to: z.string({ error: "Please choose where to move them" }), ...decided });
export const newPairForm = z.object({ ...pair, ...decided });
export const pairForm = z.object({ ...pair, ...entry, ...decided });
export const entryForm = z.object({ ...entry, ...decided });
export const newReviewForm = z.object({ ...review, ...decided });
export const reviewForm = z.object({ ...review, ...entry, ...decided });

/** The same without a reason: a preview decides nothing. */
export const textsPreview = z.object(texts).transform(withSlug);
export const pairPreview = z.object({ ...pair, ...entry });

/** The names of all fields in these forms. */
export const topicFields = [
  "intent",
  ...Object.keys({ ...texts, ...pair, ...review, ...entry, ...decided }),
  "to",
];

/** What the operator typed, to show again when a form is refused. */
export type TypedTopic = Partial<Record<string, string>>;
