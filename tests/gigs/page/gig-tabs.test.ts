import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, profiles, seoReviews } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { review } from "../../support/reviews.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const open = ({ slug }: { slug: string }, query = "") =>
  visitor.signedOut().get(`/services/s/${slug}${query}`);

/** The text of one tab's section. */
function section(page: Page, id: string): string {
  const html = new RegExp(`<section id="${id}">([\\s\\S]*?)</section>`).exec(page.html)?.[1] ?? "";
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

it("The tabs Description, Details and Reviews are links to sections; the tab FAQs is there only if there are FAQs", async () => {
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

it("Details show the delivery time in days and the revisions, Unlimited for -1", async () => {
  const logo = await gig(db);
  expect(section(await open(logo), "details")).toBe("Details Delivery time 3 days Revisions 1");
  await db.update(gigs).set({ revisions: -1, deliveryDays: 1 }).where(eq(gigs.id, logo.id));
  expect(section(await open(logo), "details")).toBe("Details Delivery time 1 day Revisions Unlimited");
  // Outside the tabs, so that it is visible whichever one is open.
  const { html } = await open(logo);
  const report = html.indexOf("Report this service");
  expect(report).toBeGreaterThan(html.lastIndexOf("</section>", report));
  expect(html.lastIndexOf("<section", report)).toBeLessThan(html.lastIndexOf("</section>", report));
});

it("A gig without reviews says 'No reviews yet. Be the first to leave feedback!'", async () => {
  const page = await open(await gig(db));
  expect(section(page, "reviews")).toBe("Reviews No reviews yet. Be the first to leave feedback!");
});

it("A review shows stars, comment, name, title and gig, with its fallbacks, newest first", async () => {
  const logo = await gig(db, { title: "A mark for a stamp" });
  const short = await review(db, logo, { rating: 3, comment: null, name: " ", at: Date.UTC(2026, 9, 2) });
  const long = await review(db, logo, {
    rating: 5,
    comment: "Two strong concepts. <b>Thanks</b>",
    name: "Hanna Berg",
    title: "Bookshop owner",
    at: Date.UTC(2026, 9, 12),
  });
  const page = await open(logo);
  const text = section(page, "reviews");
  expect(text).toContain(
    `Rating 5.0 12 Oct 2026 Two strong concepts. &lt;b&gt;Thanks&lt;/b&gt; ${long.username} · Bookshop owner · A mark for a stamp`,
  );
  expect(text).toContain(`Rating 3.0 2 Oct 2026 No comment provided. ${short.username} · A mark for a stamp`);
  // The writer of a review was not asked to show their full name.
  expect(page.html).not.toContain("Hanna Berg");
  expect(text.indexOf("12 Oct")).toBeLessThan(text.indexOf("2 Oct 2026 No comment"));
});

it("The average rating has 1 decimal and shows with the count under the title and in the tab, with five bars", async () => {
  const logo = await gig(db);
  for (const rating of [5, 5, 4]) await review(db, logo, { rating });
  const page = await open(logo);
  expect(page.text).toContain("Rating 4.7 (3 reviews )");
  expect(page.text).toMatch(/Reviews 3 /);
  expect(section(page, "reviews")).toContain(
    "4.7 out of 5 5 stars: 67% 4 stars: 33% 3 stars: 0% 2 stars: 0% 1 star: 0%",
  );
});

it("Verified reviews have pages of 10; an invalid page is the first, one beyond the last redirects to the last", async () => {
  const logo = await gig(db);
  for (let i = 1; i <= 11; i++) await review(db, logo, { comment: `Number ${i}.` });
  const first = await open(logo);
  expect(section(first, "reviews").match(/Number \d+\./g)).toHaveLength(10);
  expect(section(first, "reviews")).not.toContain("Number 1.");
  const path = `/services/s/${logo.slug}`;
  expect(first.links).toContain(`${path}?reviews=2#reviews`);
  const second = await open(logo, "?reviews=2");
  expect(section(second, "reviews").match(/Number \d+\./g)).toEqual(["Number 1."]);
  expect(second.html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787${path}"`);
  expect(section(await open(logo, "?reviews=0"), "reviews")).toContain("Number 11.");
  const chosen = await open(logo, "?reviews=1&package=pro&requirements=blue");
  expect(chosen.links).toContain(`${path}?reviews=2&package=pro&requirements=blue#reviews`);
  const beyond = await open(logo, "?package=pro&reviews=7");
  expect([beyond.status, beyond.location]).toEqual([302, `${path}?package=pro&reviews=2`]);
  const none = await open(await gig(db), "?reviews=2");
  expect([none.status, none.location?.includes("?")]).toEqual([302, false]);
});

it("If there are fewer than 5 verified reviews, labelled SEO reviews fill the list, and count in no average", async () => {
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
  const logo = await gig(db, { categoryId: id });
  const countSeoReviews = async () => section(await open(logo), "reviews").match(/Said \d\./g)?.length ?? 0;
  expect(await countSeoReviews()).toBe(5);
  await review(db, logo, { rating: 5 });
  const page = await open(logo);
  const text = section(page, "reviews");
  expect(await countSeoReviews()).toBe(4);
  expect(text.indexOf("About this category")).toBeGreaterThan(text.indexOf("Just what I asked for."));
  expect(text).toContain("Rating 1.0 Said 1. Person 1 · Baker · Logos");
  expect(page.text).toContain("Rating 5.0 (1 review )");
  for (let i = 0; i < 4; i++) await review(db, logo);
  expect(await countSeoReviews()).toBe(0);
  expect((await open(logo)).text).not.toContain("About this category");
});

it("A review's date is in the viewer's time zone, and in UTC for visitors", async () => {
  const logo = await gig(db);
  await review(db, logo, { at: Date.UTC(2026, 9, 2, 23, 30) });
  const path = `/services/s/${logo.slug}`;
  const ann = await visitor.signedIn();
  await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
  expect((await ann.get(path)).text).toContain("3 Oct 2026");
  expect((await visitor.signedOut().get(path)).text).toContain("2 Oct 2026");
});

it("If reviews cannot be read, their tab says so and the page still works", async () => {
  expectErrorLog("section read failed");
  const logo = await gig(db);
  await review(db, logo, { rating: 4 });
  const ann = visitor.signedOut();
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "reviews"')) });
  const page = await ann.get(`/services/s/${logo.slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Order Now ($80)");
  expect(page.text).toContain("Rating 4.0 (1 review )");
  expect(section(page, "reviews")).toContain("load the reviews. Try Again");
  expect(section(page, "reviews")).toContain("4 stars: 100%");
  expect(page.text).not.toContain("No reviews yet");
});
