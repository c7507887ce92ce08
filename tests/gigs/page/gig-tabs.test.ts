import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, seoReviews } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { review } from "../../support/reviews.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const open = (service: { slug: string }, query = "") =>
  visitor.signedOut().get(`/services/s/${service.slug}${query}`);

/** The words of one tab's section. */
function section(page: Page, id: string): string {
  const html = new RegExp(`<section id="${id}">([\\s\\S]*?)</section>`).exec(page.html)?.[1] ?? "";
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

it("tabs are links to their sections: Description, Details, Reviews; 'FAQs tab only if FAQs exist'", async () => {
  const without = await open(await gig(db));
  for (const link of ["#description", "#details", "#reviews"]) expect(without.links).toContain(link);
  expect(without.links).not.toContain("#faqs");
  expect(without.html).not.toContain('id="faqs"');
  const faqs = [
    { question: "What do you need?", answer: "A paragraph." },
    { question: "Can you match a colour?", answer: "Yes." },
  ];
  const page = await open(await gig(db, { faqs }));
  expect(page.links).toContain("#faqs");
  expect(section(page, "faqs")).toBe("FAQs What do you need? A paragraph. Can you match a colour? Yes.");
  expect(page.html.match(/<details open="">/g)).toHaveLength(1);
});

it("'Details (delivery time in days, revisions, where -1 means Unlimited)'", async () => {
  const service = await gig(db);
  expect(section(await open(service), "details")).toBe("Details Delivery time 3 days Revisions 1");
  await db.update(gigs).set({ revisions: -1, deliveryDays: 1 }).where(eq(gigs.id, service.id));
  expect(section(await open(service), "details")).toBe("Details Delivery time 1 day Revisions Unlimited");
});

it("'empty: No reviews yet. Be the first to leave feedback!'", async () => {
  const page = await open(await gig(db));
  expect(section(page, "reviews")).toBe("Reviews No reviews yet. Be the first to leave feedback!");
});

it("'star rating, comment or No comment provided., reviewer name or Anonymous, title, service', newest first", async () => {
  const service = await gig(db, { title: "A mark for a stamp" });
  await review(db, service, { rating: 3, comment: null, name: " ", at: Date.UTC(2026, 9, 2) });
  await review(db, service, {
    rating: 5,
    comment: "Two strong concepts. <b>Thanks</b>",
    name: "Hanna Berg",
    title: "Bookshop owner",
    at: Date.UTC(2026, 9, 12),
  });
  const page = await open(service);
  const words = section(page, "reviews");
  expect(words).toContain(
    "Rating 5.0 12 Oct 2026 Two strong concepts. &lt;b&gt;Thanks&lt;/b&gt; Hanna Berg · Bookshop owner · A mark for a stamp",
  );
  expect(words).toContain("Rating 3.0 2 Oct 2026 No comment provided. Anonymous · A mark for a stamp");
  expect(words.indexOf("12 Oct")).toBeLessThan(words.indexOf("2 Oct 2026 No comment"));
});

it("'Average rating shown to 1 decimal', with the count, under the title and in the tab; five bars", async () => {
  const service = await gig(db);
  for (const rating of [5, 5, 4]) await review(db, service, { rating });
  const page = await open(service);
  expect(page.text).toContain("Rating 4.7 (3 reviews )");
  expect(page.text).toMatch(/Reviews 3 /);
  expect(section(page, "reviews")).toContain(
    "4.7 of 5 5 stars: 67% 4 stars: 33% 3 stars: 0% 2 stars: 0% 1 star: 0%",
  );
});

it("verified reviews page by 10; a page that is none is the first, one beyond the last leads there", async () => {
  const service = await gig(db);
  for (let i = 1; i <= 11; i++) await review(db, service, { comment: `Number ${i}.` });
  const first = await open(service);
  expect(section(first, "reviews").match(/Number \d+\./g)).toHaveLength(10);
  expect(section(first, "reviews")).not.toContain("Number 1.");
  const path = `/services/s/${service.slug}`;
  expect(first.links).toContain(`${path}?reviews=2#reviews`);
  const second = await open(service, "?reviews=2");
  expect(section(second, "reviews").match(/Number \d+\./g)).toEqual(["Number 1."]);
  expect(second.html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787${path}"`);
  expect(section(await open(service, "?reviews=0"), "reviews")).toContain("Number 11.");
  const chosen = await open(service, "?reviews=1&package=pro&requirements=blue");
  expect(chosen.links).toContain(`${path}?reviews=2&package=pro&requirements=blue#reviews`);
  const beyond = await open(service, "?package=pro&reviews=7");
  expect([beyond.status, beyond.location]).toEqual([302, `${path}?package=pro&reviews=2`]);
  const none = await open(await gig(db), "?reviews=2");
  expect([none.status, none.location?.includes("?")]).toEqual([302, false]);
});

it("SEO reviews 'are merged into the review list (max 5)': only where verified ones are fewer, labelled, in no average", async () => {
  const { id } = await category(db);
  for (let i = 1; i <= 6; i++)
    await db.insert(seoReviews).values({
      categoryId: id,
      rating: 1,
      review: `Said ${i}.`,
      name: `Person ${i}`,
      title: "Baker",
      service: "Logos",
    });
  const service = await gig(db, { categoryId: id });
  const said = async () => section(await open(service), "reviews").match(/Said \d\./g)?.length ?? 0;
  expect(await said()).toBe(5);
  await review(db, service, { rating: 5 });
  const page = await open(service);
  const words = section(page, "reviews");
  expect(await said()).toBe(4);
  expect(words.indexOf("About this category")).toBeGreaterThan(words.indexOf("Just what I asked for."));
  expect(words).toContain("Rating 1.0 Said 1. Person 1 · Baker · Logos");
  expect(page.text).toContain("Rating 5.0 (1 review )");
  for (let i = 0; i < 4; i++) await review(db, service);
  expect(await said()).toBe(0);
  expect((await open(service)).text).not.toContain("About this category");
});

it("reviews that cannot be read cost their tab its list, never the page", async () => {
  expectErrorLog("section read failed");
  const service = await gig(db);
  await review(db, service, { rating: 4 });
  const ann = visitor.signedOut();
  ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "reviews"')) });
  const page = await ann.get(`/services/s/${service.slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Order Now ($80)");
  expect(page.text).toContain("Rating 4.0 (1 review )");
  expect(section(page, "reviews")).toContain("The reviews could not be loaded. Try Again");
  expect(section(page, "reviews")).toContain("4 stars: 100%");
  expect(page.text).not.toContain("No reviews yet");
});
