import { env } from "cloudflare:workers";
import { count, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, categories, seoFaqs, seoFeatures, seoReviews, subcategories } from "#drizzle/schema.ts";
import { demoCatalogue } from "#drizzle/seed/catalog.ts";
import { draftOf, publish, wholeTexts, withPictures, writer } from "../../gigs/editor/writer.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { db, visitor } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const reason = "The market opens today";

it("An empty market gets the demo's categories with one press, once, and can then list a service", async () => {
  expect((await eve.get("/admin/catalogue")).text).toContain("Begin with the twelve categories of the demo");
  const short = await eve.submit("/admin/catalogue", { intent: "begin", reason: "no" });
  expect([short.status, await db.select().from(categories)]).toEqual([400, []]);
  const pages = await Promise.all(
    [1, 2].map(() => eve.submit("/admin/catalogue", { intent: "begin", reason })),
  );
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const catalogue = demoCatalogue();
  const topics = [...catalogue.categories, ...catalogue.categories.flatMap((top) => top.subcategories)];
  const rows = [];
  for (const table of [categories, subcategories, seoFaqs, seoFeatures, seoReviews])
    rows.push((await db.select({ n: count() }).from(table))[0]?.n);
  expect(rows).toEqual([
    ...[12, topics.length - 12, topics.flatMap(({ faqs }) => faqs).length],
    ...[topics.flatMap(({ features }) => features).length],
    catalogue.categories.flatMap(({ reviews }) => reviews).length,
  ]);
  expect(await db.select().from(auditLog).where(eq(auditLog.action, "begin-catalogue"))).toHaveLength(1);
  const [first] = catalogue.categories;
  const page = await visitor.passingBy().get(`/categories/${first?.slug}`);
  expect([page.status, page.text.includes(first?.faqs[0]?.question ?? "?")]).toEqual([200, true]);
  const list = await eve.get("/admin/catalogue");
  expect([
    list.text.includes("Begin with"),
    list.links.filter((link) => link.startsWith("/admin/catalogue/")).length,
  ]).toEqual([...[false, 12]]);
  const [top] = await db
    .select()
    .from(categories)
    .where(eq(categories.slug, first?.slug ?? ""));
  const [sub] = await db
    .select()
    .from(subcategories)
    .where(eq(subcategories.categoryId, top?.id ?? ""));
  const ann = await writer();
  const texts = await wholeTexts("I will begin your market");
  const place = { category: top?.id ?? "", subcategory: sub?.id ?? "" };
  const id = await draftOf(ann, { ...texts.overview, ...place });
  for (const step of ["packages", "description", "requirements"] as const)
    await ann.submit(`/services/create/${id}/${step}`, { ...texts[step], version: "0", intent: "save" });
  await withPictures(ann, id, 1);
  const published = await publish(ann, id);
  expect(published.status).toBe(303);
  expect((await ann.get(`/categories/${top?.slug}/${sub?.slug}`)).text).toContain("I will begin your market");
});

it("The list of the demo's catalogue and the page of a category read at most 400 rows", async () => {
  const { database, read } = measuredDatabase(env.DB);
  eve.send = productWith({ DB: database });
  const [top] = await db.select().from(categories);
  for (const path of ["/admin/catalogue", `/admin/catalogue/${top?.id}`]) {
    await eve.get(path);
    const before = read();
    expect((await eve.get(path)).status).toBe(200);
    expect(read() - before).toBeLessThanOrEqual(410);
  }
});
