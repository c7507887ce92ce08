import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { categories, seoFaqs, seoFeatures } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { category, gig } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const ann = visitor.signedOut();

async function described(name: string, description: string | null, subs: string[] = []) {
  const made = await category(db, name, subs);
  await db.update(categories).set({ description }).where(eq(categories.id, made.id));
  return made;
}

/** The HTML of the section; empty if there is none. */
const about = (page: Page) =>
  /<section class="sec about">[\s\S]*<\/section>(?=<\/div>|<script type="application\/ld)/.exec(
    page.html,
  )?.[0] ?? "";
const faq = (question: string, displayOrder: number) => ({
  question,
  answer: `${question} Yes.`,
  displayOrder,
});

it("If the category has a description, after results an 'About {category_name} Services' section appears", async () => {
  const paper = await described("Paper", "Cut and folded.");
  await gig(db, { title: "A paper crane", categoryId: paper.id });
  const page = await ann.get("/categories/paper");
  expect(page.html.indexOf("About Paper Services")).toBeGreaterThan(page.html.indexOf("A paper crane"));
  expect(about(page)).toContain("<p>Cut and folded.</p>");
  expect(page.text).not.toContain("Key Features");
  expect(page.text).not.toContain("Frequently Asked Questions");
});

it("Without description, features and FAQs there is no section", async () => {
  await described("Nothing", null, ["Told"]);
  expect(about(await ann.get("/categories/nothing"))).toBe("");
});

it("A section without content says 'No content available'", async () => {
  const { id } = await described("Blank", "  \n ");
  await db.insert(seoFaqs).values({ categoryId: id, question: " ", answer: "", displayOrder: 1 });
  const page = await ann.get("/categories/blank");
  expect(page.text).toContain("About Blank Services No content available");
  expect(page.text).not.toContain("Frequently Asked Questions");
});

it("Three or more blocks are in two columns", async () => {
  await described("Two", "One.\n\nTwo.");
  await described("Three", "One.\n\nTwo.\n- and this");
  expect(about(await ann.get("/categories/two"))).toContain('<div class="told"><p>One.');
  expect(about(await ann.get("/categories/three"))).toContain('<div class="told two"><p>One.');
});

it("A description of more than 5000 characters is in a scroll area of 600px with a name, which the keyboard reaches", async () => {
  await described("Long", `${"a".repeat(4999)}.`);
  await described("Longer", `${"a".repeat(5000)}.`);
  const scroller = '<section class="panel long" aria-labelledby="about" tabindex="0">';
  expect((await ann.get("/categories/long")).html).not.toContain(scroller);
  const page = await ann.get("/categories/longer");
  expect(page.html).toContain(scroller);
  expect(page.html).toMatch(/<h2 class="stitch" id="about">/);
  expect(page.html).toMatch(/\.long\{height:600px;overflow-y:auto\}/);
});

it("Percentages and dollar amounts are highlighted, and stored markup is shown as text", async () => {
  await described(
    "Marks",
    "From $1,200.50 to $3k: 7.5% off, 20 % more, 100 of <b>them</b>, US$.\n\n1. Ask\n2. Pay $5",
  );
  const html = about(await ann.get("/categories/marks"));
  expect([...html.matchAll(/<span class="hi">([^<]*)</g)].map((match) => match[1])).toEqual([
    "$1,200.50",
    "$3k",
    "7.5%",
    "20 %",
    "$5",
  ]);
  expect(html).toContain("&lt;b&gt;them&lt;/b&gt;");
  expect(html).toMatch(/<ol><li>Ask<\/li><li>Pay <span/);
});

it("'Key Features' and 'Frequently Asked Questions' show at most 5 each by display_order, and the first answer is open", async () => {
  const { id } = await described("Wood", null);
  await db
    .insert(seoFaqs)
    .values([6, 3, 5, 1, 4, 2].map((n) => ({ categoryId: id, ...faq(`Question ${n}?`, n) })));
  await db.insert(seoFeatures).values(
    [2, 6, 1, 3, 4, 5].map((n) => ({
      categoryId: id,
      title: `Feature ${n}`,
      description: `Of ${n}`,
      displayOrder: n,
    })),
  );
  const page = await ann.get("/categories/wood");
  const html = about(page);
  expect([...html.matchAll(/Question (\d)\?<svg/g)].map((match) => match[1])).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
  ]);
  expect([...html.matchAll(/<h3>Feature (\d)/g)].map((match) => match[1])).toEqual(["1", "2", "3", "4", "5"]);
  expect([...html.matchAll(/<details( open="")?>/g)].map((match) => match[1] !== undefined)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(page.text).toContain("About Wood Services Key Features");
  expect(page.text).toContain("Frequently Asked Questions");
});

it("A subcategory shows its own section, not that of its category", async () => {
  const made = await described("Metal", "All kinds of metal.", ["Tin"]);
  const [tin] = made.subcategories;
  await db.insert(seoFaqs).values([
    { categoryId: made.id, ...faq("Of metal?", 1) },
    { subcategoryId: tin?.id, ...faq("Of tin?", 1) },
  ]);
  const page = await ann.get(`/categories/metal/${tin?.slug}`);
  expect(page.text).toContain("About Tin Services");
  expect(page.text).toContain("Of tin?");
  expect(page.text).not.toContain("Of metal?");
  expect(page.text).not.toContain("All kinds of metal.");
});

it("If the section fails to render, it says 'Content Temporarily Unavailable' and the page is shown", async () => {
  expectErrorLog("about section failed");
  const made = await category(db, "Odd");
  await gig(db, { title: "An odd thing", categoryId: made.id });
  await db.update(categories).set({ description: sql`x'00ff'` }).where(eq(categories.id, made.id));
  const page = await ann.get("/categories/odd");
  expect(page.status).toBe(200);
  expect(page.text).toContain(
    "Content Temporarily Unavailable We're working on improving this section. Please check back later. Return to Home",
  );
  expect(page.text).toContain("An odd thing");
  expect(page.html).toContain('content="Fixed-price Odd services from vetted freelancers."');
});
