import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import * as schema from "#drizzle/schema.ts";
import { faultyDatabase, shopWith } from "../support/faulty.ts";
import { mailsTo } from "../support/mails.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

/** Ann's order is done; Bob has done it. */
async function completedOrder(title?: string) {
  const { ann, bob, order } = await paidOrder(title === undefined ? {} : { title });
  await bob.submit(`/orders/${order.id}`, { intent: "start" });
  await ann.submit(`/orders/${order.id}`, { intent: "complete" });
  return { ann, bob, order, path: `/orders/${order.id}` };
}

const reviewOf = async (orderId: string) =>
  (await db.select().from(schema.reviews).where(eq(schema.reviews.orderId, orderId)))[0];

const lateBy = (orderId: string, days: number) =>
  db
    .update(schema.orders)
    .set({ completedAt: Date.now() - days * day })
    .where(eq(schema.orders.id, orderId));

/** The rating that is chosen in the form; undefined: none. */
function ratingIn({ html }: Page) {
  const chosen = [...html.matchAll(/<input[^>]*name="rating"[^>]*>/g)].find(([input]) =>
    input.includes("checked"),
  );
  return /value="(\d)"/.exec(chosen?.[0] ?? "")?.[1];
}

const endSessions = (who: Visitor) =>
  db.update(schema.sessions).set({ endedAt: Date.now() }).where(eq(schema.sessions.userId, who.id));

const reportsBy = (who: Visitor) =>
  db.select().from(schema.reviewReports).where(eq(schema.reviewReports.reporterId, who.id));

const praise = { intent: "review", rating: 4, comment: "Quick & kind.\nAgain!" };

describe("a review from the order's page", () => {
  it("is asked for by mail, stands on the gig's page with its rating, and waits on the seller's desk", async () => {
    const { ann, bob, order, path } = await completedOrder("Sourdough on a stamp");
    const wanted = (await mailsTo(ann.email, 3)).find(({ kind }) => kind === "review_wanted");
    expect(wanted?.text).toContain(`${path}#review`);
    const form = await ann.get(path);
    expect(form.html).toMatch(/<section[^>]*id="review"[\s\S]*value="review"/);
    const thanks = await ann.submit(path, praise);
    expect([thanks.status, thanks.location]).toEqual([303, `${path}#review`]);
    const after = await ann.get(path);
    expect(after.text).toContain("Thank you for your review");
    expect(after.text).toContain("Quick & kind. Again!");
    expect(after.html).not.toContain('value="review"');
    expect(await reviewOf(order.id)).toMatchObject({ rating: 4, buyerId: ann.id, sellerId: bob.id });
    const [gig] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, order.gigId));
    const shown = await ann.get(`/services/s/${gig?.slug}`);
    expect(shown.text).toContain("Quick & kind. Again!");
    expect(shown.text).toMatch(/Rating 4\.0 \(1 review ?\)/);
    const desk = await bob.get("/orders?tab=selling");
    expect(desk.text).toContain("Reviews to answer Sourdough on a stamp Rating 4.0 Quick & kind. Again!");
    expect((await ann.get("/orders?tab=selling")).text).not.toContain("Reviews to answer");
  });

  it("needs a rating; what was typed comes back", async () => {
    const { ann, order, path } = await completedOrder();
    for (const rating of [undefined, "6", "4.5", "five"]) {
      const page = await ann.submit(path, { intent: "review", rating, comment: "Kept as it is" });
      expect(page.status).toBe(400);
      expect(page.text).toContain("Choose a rating from 1 to 5");
      expect(page.field("comment")).toBe("Kept as it is");
    }
    const long = await ann.submit(path, { intent: "review", rating: 2, comment: "x".repeat(2001) });
    expect(long.status).toBe(400);
    expect(long.text).toContain("Please use at most 2,000 characters here");
    expect(ratingIn(long)).toBe("2");
    expect(await reviewOf(order.id)).toBeUndefined();
  });

  it("is refused to the seller, before the completion, twice, and after 14 days: 403, with the text kept", async () => {
    const { ann, bob, order, path } = await completedOrder();
    const refused = async (who: Visitor, sentence: string) => {
      const page = await who.submit(path, { ...praise, comment: "A text of some length" });
      expect([page.status, page.text.includes(sentence)]).toEqual([403, true]);
      expect(page.text).toContain("A text of some length");
    };
    await refused(bob, "Only the buyer can review an order");
    await lateBy(order.id, 15);
    expect((await ann.get(path)).html).not.toContain('value="review"');
    await refused(ann, "An order can be reviewed for 14 days after its completion");
    await lateBy(order.id, 13);
    expect((await ann.submit(path, praise)).status).toBe(303);
    await refused(ann, "You have reviewed this order already");
    expect(await reviewOf(order.id)).toMatchObject({ comment: "Quick & kind.\nAgain!" });
    const { ann: eve, order: young } = await paidOrder();
    const early = await eve.submit(`/orders/${young.id}`, praise);
    expect([early.status, early.text.includes("You can review this order when it is completed")]).toEqual([
      403,
      true,
    ]);
    const stranger = await (await visitor.signedIn()).submit(path, praise);
    expect(stranger.status).toBe(403);
  });

  it("of 20 at once one is written", async () => {
    const { ann, order, path } = await completedOrder();
    const pages = await Promise.all(Array.from({ length: 20 }, () => ann.submit(path, praise)));
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(await reviewOf(order.id)).toMatchObject({ rating: 4 });
  });

  it("is not written in the name of a session that has ended; the text comes back after signing in", async () => {
    const { ann, order, path } = await completedOrder();
    await endSessions(ann);
    const page = await ann.submit(path, praise);
    const signIn = new URL(page.location ?? "", "http://127.0.0.1");
    expect([page.status, signIn.pathname]).toEqual([303, "/sign-in"]);
    expect(await reviewOf(order.id)).toBeUndefined();
    await ann.beginSession();
    const back = await ann.get(signIn.searchParams.get("redirectTo") ?? "");
    expect(back.field("comment")).toBe(praise.comment.replace("\n", " "));
    expect(ratingIn(back)).toBe("4");
  });

  it("nor of one that ends while it is written", async () => {
    const { ann, bob, order, path } = await completedOrder();
    const endedBefore = (statement: string, who: Visitor) =>
      shopWith({
        DB: faultyDatabase(
          env.DB,
          (sql) => sql.startsWith(statement) && (async () => await endSessions(who))(),
        ),
      });
    ann.door = endedBefore('insert into "reviews"', ann);
    expect((await ann.submit(path, praise)).location).toContain("/sign-in");
    expect(await reviewOf(order.id)).toBeUndefined();
    await ann.beginSession();
    ann.door = (request) => exports.default.fetch(request);
    expect((await ann.submit(path, praise)).status).toBe(303);
    bob.door = endedBefore('update "reviews"', bob);
    expect((await bob.submit(path, { intent: "reply", reply: "Thanks" })).location).toContain("/sign-in");
    await bob.beginSession();
    bob.door = endedBefore('insert into "review_reports"', bob);
    expect((await bob.submit(path, { intent: "report", reason: "Rude" })).location).toContain("/sign-in");
    expect(await reviewOf(order.id)).toMatchObject({ reply: null });
    expect(await reportsBy(bob)).toEqual([]);
  });
});

describe("the seller's reply", () => {
  it("is one, by the seller alone, under the review", async () => {
    const { ann, bob, order, path } = await completedOrder();
    const reply = { intent: "reply", reply: "Thank you, Ann." };
    const early = await bob.submit(path, reply);
    expect([early.status, early.text.includes("This order has no review yet")]).toEqual([403, true]);
    await ann.submit(path, praise);
    const short = await bob.submit(path, { intent: "reply", reply: " x " });
    expect([short.status, short.text.includes("Write at least 2 characters")]).toEqual([400, true]);
    const long = await bob.submit(path, { intent: "reply", reply: "y".repeat(1001) });
    expect(long.text).toContain("Please use at most 1,000 characters here");
    expect(long.field("reply")).toBe("y".repeat(1001));
    const byAnn = await ann.submit(path, reply);
    expect([byAnn.status, byAnn.text.includes("Only the seller can answer a review")]).toEqual([403, true]);
    const answers = await Promise.all(
      [1, 2, 3].map((i) => bob.submit(path, { intent: "reply", reply: `Reply ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    const written = (await reviewOf(order.id))?.reply ?? "";
    expect(written).toMatch(/^Reply [123]$/);
    const again = await bob.submit(path, { intent: "reply", reply: "Second thoughts" });
    expect(again.text).toContain("You have answered this review already");
    expect(again.text).toContain("Second thoughts");
    const [gig] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, order.gigId));
    expect((await bob.get(`/services/s/${gig?.slug}`)).text).toContain(`Seller's reply: ${written}`);
    expect((await ann.get(path)).text).toContain(written);
    expect((await bob.get("/orders?tab=selling")).text).not.toContain("Reviews to answer");
  });
});

describe("a report", () => {
  it("is written once by either party, with a reason, and shown to nobody else", async () => {
    const { ann, bob, order, path } = await completedOrder();
    await ann.submit(path, { ...praise, rating: 1, comment: "Spiteful words" });
    const empty = await bob.submit(path, { intent: "report", reason: " " });
    expect([empty.status, empty.text.includes("Say what is wrong with this review")]).toEqual([400, true]);
    const report = { intent: "report", reason: "This is not about my work" };
    const pages = await Promise.all([1, 2, 3].map(() => bob.submit(path, report)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    const twice = await bob.submit(path, report);
    expect(twice.text).toContain("You have reported this review already");
    expect((await ann.submit(path, { ...report, reason: "Let me take it back" })).status).toBe(303);
    const { id } = (await reviewOf(order.id)) ?? {};
    expect([...(await reportsBy(bob)), ...(await reportsBy(ann))]).toMatchObject([
      { reviewId: id, reporterId: bob.id, reason: "This is not about my work" },
      { reviewId: id, reporterId: ann.id },
    ]);
    expect((await ann.get(path)).text).not.toContain("This is not about my work");
  });
});
