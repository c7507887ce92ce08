import { readExtras, readFaster } from "#app/gigs/drafts/read-extras.ts";
import { lengthOf, type Note, oneLine, readText } from "#app/gigs/drafts/read-text.ts";
import { maxRows, rowsOf, type Typed, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { parsePrice, parseRevisions, parseWhole } from "#app/gigs/drafts/typed-number.ts";
import { type PackageKey, packageKeys, packageNames } from "#app/gigs/packages/package.ts";
import type { GigExtras, GigFaq, GigPicture, GigQuestion } from "#drizzle/schema.ts";

/** The categories with their subcategories, from which a seller chooses. */
export type Topics = {
  id: string;
  name: string;
  slug: string;
  subcategories: { id: string; name: string; slug: string }[];
}[];

/** A missing or invalid part of a draft: where it is, and a sentence for the seller. */
export type Problem = { step: WrittenStep; field: string; sentence: string };

/** The gig that a draft describes. Prices in cents. */
export type GigContent = {
  title: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  revisions: number;
  features: string[];
  faqs: GigFaq[];
  questions: GigQuestion[];
  categoryId: string;
  subcategoryId: string;
  metaKeywords: string[];
  packageDetails: string;
  /** Null: nothing can be added to its packages. */
  extras: GigExtras | null;
  pictures: GigPicture[];
};

/** The parts of a draft. `pictures`: their keys in order. */
export type DraftParts = { typed: Record<WrittenStep, Typed>; pictures: string[] };

/**
 * Checks a draft against the limits of a gig (docs/specification.md#gig-editor).
 * @returns `content`: null if there are `problems`. `partial`: with empty texts and null prices for them.
 */
export function checkDraft({ typed, pictures }: DraftParts, topics: Topics) {
  const problems: Problem[] = [];
  const content = {
    ...readOverview(typed.overview, topics, noting(problems, "overview")),
    ...readPackages(typed.packages, noting(problems, "packages")),
    ...readDescription(typed.description, noting(problems, "description")),
    questions: readQuestions(typed.requirements, noting(problems, "requirements")),
    pictures: readPictures(typed.gallery, pictures, noting(problems, "gallery")),
  };
  return { problems, content: problems.length === 0 ? (content as GigContent) : null, partial: content };
}

function noting(problems: Problem[], step: WrittenStep): Note {
  return (field, sentence) => problems.push({ step, field, sentence });
}

function readOverview(typed: Typed, topics: Topics, note: Note) {
  const title = readText(oneLine(typed.title), "title", "The title", [10, 80], note);
  const category = topics.find(({ id }) => id === typed.category);
  const subcategory = category?.subcategories.find(({ id }) => id === typed.subcategory);
  if (!category) note("category", "Choose a category");
  if (!subcategory)
    note("subcategory", category ? `Choose a subcategory of ${category.name}` : "Choose a subcategory");
  const metaKeywords = (typed.tags ?? "").split(/[,\n]/).map(oneLine).filter(Boolean);
  if (metaKeywords.length > 5) note("tags", "You can have at most 5 tags");
  else if (metaKeywords.some((tag) => lengthOf(tag) < 2 || lengthOf(tag) > 20))
    note("tags", "A tag is 2 to 20 characters. Put commas between tags");
  return {
    title,
    categoryId: category?.id ?? null,
    subcategoryId: subcategory?.id ?? null,
    metaKeywords: [...new Set(metaKeywords)],
  };
}

/** What a package offers, as typed; null for values that can't be read or are out of range. */
function readTier(typed: Typed, key: PackageKey, note: Note) {
  const name = packageNames[key];
  const field = (end: string) => typed[`${key}.${end}`] ?? "";
  const within = (value: number | null, end: string, bounds: [number, number], sentence: string) => {
    const isIn = value !== null && value >= bounds[0] && value <= bounds[1];
    if (!isIn) note(`${key}.${end}`, `${name}: ${sentence}`);
    return isIn ? value : null;
  };
  return {
    title: readText(oneLine(field("title")), `${key}.title`, `${name}: the title`, [0, 40], note),
    description: readText(
      field("description").trim(),
      `${key}.description`,
      `${name}: the description`,
      [0, 200],
      note,
    ),
    priceCents: within(
      parsePrice(field("price")),
      "price",
      [500, 1_000_000],
      "the price must be $5 to $10,000, such as 80 or 1,000.50",
    ),
    deliveryDays: within(parseWhole(field("days")), "days", [1, 90], "delivery must take 1 to 90 days"),
    revisions: within(
      parseRevisions(field("revisions")),
      "revisions",
      [-1, 9],
      "choose 0 to 9 revisions, or unlimited",
    ),
    features: readFeatures(typed, `${key}.features`, `${name}: a feature`, note),
  };
}

/**
 * Basic, and the other packages if they are offered, with what can be added to them. Basic's numbers are the
 * gig's own.
 */
function readPackages(typed: Typed, note: Note) {
  const offered = packageKeys.filter((key) => key === "starter" || typed[`${key}.offered`]);
  const tiers = offered.map((key) => {
    const tier = readTier(typed, key, note);
    return { key, ...tier, faster: readFaster(typed, key, tier.deliveryDays, note) };
  });
  const [basic] = tiers;
  const details = tiers.map(({ key, title, description, priceCents, deliveryDays, revisions, features }) => {
    const price = (priceCents ?? 0) / 100;
    return [key, { title, description, price, delivery_time: deliveryDays, revisions, features }];
  });
  return {
    priceCents: basic?.priceCents ?? null,
    deliveryDays: basic?.deliveryDays ?? null,
    revisions: basic?.revisions ?? null,
    packageDetails: JSON.stringify(Object.fromEntries(details)),
    extras: readExtras(typed, tiers, note),
  };
}

/** Reads a list of features, without empty and repeated ones. @param name of a feature in the sentences */
export function readFeatures(typed: Typed, list: string, name: string, note: Note): string[] {
  const features = rowsOf(typed, list).map((row) => oneLine(row[""]));
  if (features.length > maxRows) note(list, `You can have at most ${maxRows} features`);
  features.forEach((feature, i) => {
    readText(feature, `${list}[${i}]`, name, [0, 80], note);
  });
  return [...new Set(features.filter(Boolean))];
}

function readDescription(typed: Typed, note: Note) {
  const text = (typed.description ?? "").trim();
  const description = readText(text, "description", "The description", [120, 5000], note);
  const features = readFeatures(typed, "features", "A feature", note);
  const faqs: GigFaq[] = [];
  rowsOf(typed, "faqs").forEach((row, i) => {
    const [question, answer] = [oneLine(row[".question"]), (row[".answer"] ?? "").trim()];
    if (!question && !answer) return;
    readText(question, `faqs[${i}].question`, `Question ${i + 1}`, [1, 120], note);
    readText(answer, `faqs[${i}].answer`, `The answer to question ${i + 1}`, [1, 500], note);
    faqs.push({ question, answer });
  });
  return { description, features, faqs };
}

/** Reads the questions for buyers (docs/specification.md#gig-editor), without empty rows. */
export function readQuestions(typed: Typed, note: Note): GigQuestion[] {
  return rowsOf(typed, "questions").flatMap((row, i): GigQuestion[] => {
    const question = oneLine(row[".question"]);
    const options = [...new Set((row[".options"] ?? "").split("\n").map(oneLine).filter(Boolean))];
    if (!question && options.length === 0) return [];
    const at = `questions[${i}]`;
    readText(question, `${at}.question`, `Question ${i + 1}`, [1, 200], note);
    const required = Boolean(row[".required"]);
    const type = (["text", "choice", "file"] as const).find((one) => one === row[".type"]);
    if (!type) note(`${at}.type`, `Choose how question ${i + 1} is answered`);
    if (type !== "choice") return [{ question, type: type ?? "text", required }];
    if (options.length < 2 || options.length > 8)
      note(`${at}.options`, `Question ${i + 1} needs 2 to 8 choices, one per line`);
    else if (options.some((option) => lengthOf(option) > 100))
      note(`${at}.options`, `A choice of question ${i + 1} can be at most 100 characters`);
    return [{ question, type, required, options }];
  });
}

function readPictures(typed: Typed, keys: string[], note: Note): GigPicture[] {
  if (keys.length === 0) note("picture", "Add at least one picture");
  return keys.map((key, i) => {
    const alt = oneLine(typed[`alt-${key}`]);
    readText(alt, `alt-${key}`, `The description of picture ${i + 1}`, [3, 120], note);
    return { url: `/images/${key}`, alt };
  });
}
