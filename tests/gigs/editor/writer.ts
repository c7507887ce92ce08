import { asc, eq } from "drizzle-orm";
import { gigDraftPictures, gigDrafts, gigs } from "#drizzle/schema.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { category } from "../../support/factories.ts";
import { db, Visitor } from "../../support/visitor.ts";

/** An active seller. @param options as for `Visitor.signedIn` */
export async function writer(options: Parameters<typeof Visitor.signedIn>[0] = {}) {
  const ann = await Visitor.signedIn(options);
  await sellerRow(ann.id, { status: "active" });
  return ann;
}

export const description =
  "I restore old clocks: I clean the movement, replace what is worn, and tell you what I found. You get a film of it running.\n\nSend a picture first.";

/** What a seller types into each step. */
export async function wholeTexts(title = "I will restore your old clock") {
  const topic = await category(db, undefined, ["Clocks"]);
  return {
    overview: {
      title,
      category: topic.id,
      subcategory: topic.subcategories[0]?.id ?? "",
      tags: "clock, repair",
    },
    packages: {
      "starter.price": "80",
      "starter.days": "3",
      "starter.revisions": "1",
      "starter.features[0]": "A cleaned movement",
    },
    description: {
      description,
      "features[0]": "A film of it running",
      "faqs[0].question": "Do you ship?",
      "faqs[0].answer": "Yes, insured.",
    },
    requirements: {
      "questions[0].question": "Which clock is it?",
      "questions[0].type": "text",
      "questions[0].required": "on",
      "questions[0].options": "",
    },
  };
}

/** Makes a draft with a title. @returns its id */
export async function draftOf(ann: Visitor, fields: Record<string, string> = { title: "A clock" }) {
  const id = crypto.randomUUID();
  const page = await ann.submit("/services/create", {
    ...fields,
    draft: id,
    isNew: "1",
    version: "0",
    intent: "save",
  });
  if (page.location !== `/services/create/${id}/overview`) throw new Error(`${page.status} ${page.text}`);
  return id;
}

/** A complete draft. @returns its id */
export async function wholeDraft(ann: Visitor, title?: string) {
  const texts = await wholeTexts(title);
  const id = await draftOf(ann, texts.overview);
  for (const step of ["packages", "description", "requirements"] as const)
    await ann.submit(`/services/create/${id}/${step}`, { ...texts[step], version: "0", intent: "save" });
  await withPictures(ann, id, 1);
  return id;
}

/** Gives a draft pictures that are only rows. @returns their keys */
export async function withPictures(ann: Visitor, id: string, count: number) {
  const keys = Array.from({ length: count }, () => `${crypto.randomUUID()}-g1`);
  for (const [i, key] of keys.entries())
    await db.insert(gigDraftPictures).values({ key, draftId: id, place: i + 1 });
  const alts = Object.fromEntries(keys.map((key, i) => [`alt-${key}`, `A clock, picture ${i + 1}`]));
  await ann.submit(`/services/create/${id}/gallery`, { ...alts, intent: "save" });
  return keys;
}

export const publish = (ann: Visitor, id: string, fields: Record<string, string> = { rights: "yes" }) =>
  ann.submit(`/services/create/${id}/publish`, { ...fields, intent: "publish" });

export const storedDraft = async (id: string) =>
  (await db.select().from(gigDrafts).where(eq(gigDrafts.id, id)))[0];
export const storedGig = async (id: string) => (await db.select().from(gigs).where(eq(gigs.id, id)))[0];

/** The keys of a draft's pictures, the main one first. */
export const keysOf = async (id: string) =>
  (
    await db
      .select({ key: gigDraftPictures.key })
      .from(gigDraftPictures)
      .where(eq(gigDraftPictures.draftId, id))
      .orderBy(asc(gigDraftPictures.place))
  ).map(({ key }) => key);
