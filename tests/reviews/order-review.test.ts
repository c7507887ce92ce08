import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import * as schema from "#drizzle/schema.ts";
import { pickOf } from "../reports/world.ts";
import { operator } from "../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { orderRow } from "../support/orders.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

/** Ann's completed order from Bob. */
async function completedOrder() {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const { id: gigId } = await gig(db, { sellerId: bob.id });
  const state = { status: "completed", stage: "closed", completedAt: Date.now() } as const;
  const order = await orderRow(db, { gigId, sellerId: bob.id, buyerId: ann.id, ...state });
  return { ann, bob, order, path: `/orders/${order.id}` };
}

const reviewOf = async (orderId: string) =>
  (await db.select().from(schema.reviews).where(eq(schema.reviews.orderId, orderId)))[0];

const completedDaysAgo = (orderId: string, days: number) =>
  db
    .update(schema.orders)
    .set({ completedAt: Date.now() - days * day })
    .where(eq(schema.orders.id, orderId));

/** The rating that is selected in the form; undefined if none is. */
function ratingIn({ html }: Page) {
  const chosen = [...html.matchAll(/<input[^>]*name="rating"[^>]*>/g)].find(([input]) =>
    input.includes("checked"),
  );
  return /value="(\d)"/.exec(chosen?.[0] ?? "")?.[1];
}

const usernameOf = async (user: Visitor) =>
  (await db.select().from(schema.profiles).where(eq(schema.profiles.id, user.id)))[0]?.username;

const endSessions = (user: Visitor) =>
  db.update(schema.sessions).set({ endedAt: Date.now() }).where(eq(schema.sessions.userId, user.id));

const reportsBy = (user: Visitor) =>
  db.select().from(schema.reports).where(eq(schema.reports.reporterId, user.id));

const praise = { intent: "review", rating: 4, comment: "Quick & kind.\nAgain!" };

describe("A review on the order page", () => {
  it("is requested by email, is shown on the gig's page with its rating, and waits on the seller's dashboard", async () => {
    const { ann, bob, order } = await paidOrder({ title: "Sourdough on a stamp" });
    const path = `/orders/${order.id}`;
    await bob.submit(path, { intent: "start" });
    await ann.submit(path, { intent: "complete" });
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
    const received = await bob.get("/dashboard/reviews?show=to-answer");
    expect(received.text).toMatch(
      /Sourdough on a stamp Rating 4\.0 \S+ · [\w ]+ Quick & kind\. Again! Answer the review of/,
    );
    expect((await bob.get("/dashboard")).text).toContain("1 review to answer");
    expect((await ann.get("/dashboard/reviews")).text).toContain("No reviews yet");
  });

  it("needs a rating; the typed text stays in the form", async () => {
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

  it("is refused with 403 to the seller, before the completion, a second time, and after 14 days; the text is kept", async () => {
    const { ann, bob, order, path } = await completedOrder();
    const refused = async (user: Visitor, sentence: string) => {
      const page = await user.submit(path, { ...praise, comment: "A text of some length" });
      expect([page.status, page.text.includes(sentence)]).toEqual([403, true]);
      expect(page.text).toContain("A text of some length");
    };
    await refused(bob, "Only the buyer can review an order");
    await completedDaysAgo(order.id, 15);
    expect((await ann.get(path)).html).not.toContain('value="review"');
    await refused(ann, "You can review an order for 14 days after it is completed");
    await completedDaysAgo(order.id, 13);
    expect((await ann.submit(path, praise)).status).toBe(303);
    await refused(ann, "You have already reviewed this order");
    expect(await reviewOf(order.id)).toMatchObject({ comment: "Quick & kind.\nAgain!" });
    const eve = await visitor.signedIn();
    const young = await orderRow(db, { buyerId: eve.id });
    const early = await eve.submit(`/orders/${young.id}`, praise);
    expect([early.status, early.text.includes("You can review this order once it is completed")]).toEqual([
      403,
      true,
    ]);
    const stranger = await (await visitor.signedIn()).submit(path, praise);
    expect(stranger.status).toBe(403);
  });

  it("is written once by 20 concurrent requests", async () => {
    const { ann, order, path } = await completedOrder();
    const pages = await Promise.all(Array.from({ length: 20 }, () => ann.submit(path, praise)));
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(await reviewOf(order.id)).toMatchObject({ rating: 4 });
  });

  it("is not written for an ended session; the text is in the form after sign-in", async () => {
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

  it("is not written if the session ends at that moment", async () => {
    const { ann, bob, order, path } = await completedOrder();
    const endedBefore = (statement: string, user: Visitor) =>
      productWith({
        DB: faultyDatabase(
          env.DB,
          (sql) => sql.startsWith(statement) && (async () => await endSessions(user))(),
        ),
      });
    ann.send = endedBefore('insert into "reviews"', ann);
    expect((await ann.submit(path, praise)).location).toContain("/sign-in");
    expect(await reviewOf(order.id)).toBeUndefined();
    await ann.beginSession();
    ann.send = (request) => exports.default.fetch(request);
    expect((await ann.submit(path, praise)).status).toBe(303);
    bob.send = endedBefore('update "reviews"', bob);
    expect((await bob.submit(path, { intent: "reply", reply: "Thanks" })).location).toContain("/sign-in");
    await bob.beginSession();
    bob.send = endedBefore('insert into "reports"', bob);
    expect((await bob.submit(path, { intent: "report", reason: "Rude" })).location).toContain("/sign-in");
    expect(await reviewOf(order.id)).toMatchObject({ reply: null });
    expect(await reportsBy(bob)).toEqual([]);
  });
});

describe("The seller's reply", () => {
  it("can be written once, only by the seller, and is shown under the review", async () => {
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
    expect([byAnn.status, byAnn.text.includes("Only the seller can reply to a review")]).toEqual([403, true]);
    const answers = await Promise.all(
      [1, 2, 3].map((i) => bob.submit(path, { intent: "reply", reply: `Reply ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    const written = (await reviewOf(order.id))?.reply ?? "";
    expect(written).toMatch(/^Reply [123]$/);
    const again = await bob.submit(path, { intent: "reply", reply: "Second thoughts" });
    expect(again.text).toContain("You have already replied to this review");
    expect(again.text).toContain("Second thoughts");
    const [gig] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, order.gigId));
    expect((await bob.get(`/services/s/${gig?.slug}`)).text).toContain(`Seller's reply: ${written}`);
    expect((await ann.get(path)).text).toContain(written);
    expect((await bob.get("/dashboard/reviews?show=to-answer")).text).toContain("No reviews to answer");
    expect((await bob.get("/dashboard/reviews")).text).toContain(`You answered: ${written}`);
    expect((await bob.get("/dashboard")).text).not.toContain("to answer");
  });
});

describe("A report", () => {
  it("can be written once by the seller, with a reason, and the buyer does not see it", async () => {
    const { ann, bob, order, path } = await completedOrder();
    await ann.submit(path, { ...praise, rating: 1, comment: "Spiteful words" });
    const empty = await bob.submit(path, { intent: "report", reason: " " });
    expect([empty.status, empty.text.includes("Say what is wrong with this review")]).toEqual([400, true]);
    const report = { intent: "report", reason: "This is not about my work" };
    const pages = await Promise.all([1, 2, 3].map(() => bob.submit(path, report)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    const twice = await bob.submit(path, report);
    expect(twice.text).toContain("You have already reported this review");
    const own = await ann.submit(path, { ...report, reason: "Let me take it back" });
    expect([own.status, own.text.includes("You can't report your own review")]).toEqual([403, true]);
    expect((await ann.get(path)).html).not.toContain('value="report"');
    const { id } = (await reviewOf(order.id)) ?? {};
    expect([...(await reportsBy(bob)), ...(await reportsBy(ann))]).toMatchObject([
      { subjectId: id, reporterId: bob.id, note: "This is not about my work" },
    ]);
    expect((await ann.get(path)).text).not.toContain("This is not about my work");
  });

  it("waits for an operator, who keeps the review or takes it down, from every page and average", async () => {
    await db.update(schema.reports).set({ resolvedAt: 1 });
    const { ann: eve } = await operator();
    const reason = "It says nothing about the work";
    const reported = async () => {
      const { ann, bob, order, path } = await completedOrder();
      await ann.submit(path, { ...praise, rating: 1, comment: `Spiteful words of ${ann.id}` });
      await bob.submit(path, { intent: "report", reason: `Not my work, says ${bob.id}` });
      const [gig] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, order.gigId));
      const id = (await reviewOf(order.id))?.id ?? "";
      return { ann, bob, order, path, id, slug: gig?.slug ?? "", text: `Spiteful words of ${ann.id}` };
    };
    const [first, other] = [await reported(), await reported()];
    expect((await eve.get("/admin/health")).text).toContain("2 Open reports");
    const page = await eve.get("/admin/reports");
    for (const { ann, bob, order, slug, text } of [first, other]) {
      for (const expected of [
        text,
        `Choose a review by @${await usernameOf(ann)} of`,
        `@${await usernameOf(bob)} reported it: Not my work`,
      ])
        expect(page.text).toContain(expected);
      expect(page.links).toEqual(
        expect.arrayContaining([`/services/s/${slug}`, `/admin/orders/${order.id}`, "/admin/reports"]),
      );
    }
    const decide = async (user: Visitor, intent: string, id: string, fields = {}) =>
      await user.submit("/admin/reports", {
        intent,
        pick: await pickOf(id),
        rule: "conduct",
        reason,
        ...fields,
      });
    const short = await decide(eve, "leave", first.id, { reason: "no" });
    expect([short.status, short.text.includes("a reason of at least 10")]).toEqual([400, true]);
    expect(short.html).toContain(">no</textarea>");
    const { ann: second } = await operator();
    const tries = await Promise.all([eve, second].map((admin) => decide(admin, "take-down", first.id)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const late = await decide(eve, "leave", first.id);
    expect(late.text).toContain("Someone has already decided this");
    expect(late.html).toContain(`>${reason}</textarea>`);
    expect((await decide(eve, "leave", other.id)).status).toBe(303);
    expect((await decide(eve, "leave", other.id)).text).toContain(
      `Someone has already decided this You typed: ${reason}`,
    );
    const after = await eve.get("/admin/reports");
    for (const expected of [
      "No open reports",
      "Recently decided",
      "Taken down: a review by",
      "Left as it is: a review by",
    ])
      expect(after.text).toContain(expected);
    const audits = await db.select().from(schema.auditLog).where(eq(schema.auditLog.reason, reason));
    expect(audits.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["take-review-down", first.order.id],
      ["leave-review", other.order.id],
    ]);

    const sumOf = async (slug: string) =>
      (await db.select().from(schema.gigs).where(eq(schema.gigs.slug, slug))).map((gig) => [
        gig.ratingSum,
        gig.reviewCount,
      ])[0];
    expect([await sumOf(first.slug), await sumOf(other.slug)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    const shown = async (path: string, user: Visitor, text: string) =>
      (await user.get(path)).text.includes(text);
    for (const [path, user] of [
      [`/services/s/${first.slug}`, eve],
      [first.path, first.ann],
      [first.path, first.bob],
      ["/dashboard/reviews", first.bob],
    ] as const)
      expect([path, await shown(path, user, first.text)]).toEqual([path, false]);
    expect(await shown(`/services/s/${other.slug}`, eve, other.text)).toBe(true);
    for (const user of [first.ann, first.bob])
      expect((await user.get(first.path)).text).toContain("Handiwork support took this review down");
    for (const [user, fields] of [
      [first.ann, praise],
      [first.bob, { intent: "reply", reply: "Thank you" }],
      [first.bob, { intent: "report", reason: "Once more" }],
    ] as const)
      expect((await user.submit(first.path, fields)).status).toBe(403);

    const { ann: own } = await operator();
    const ownReview = await reported();
    await db.update(schema.reviews).set({ sellerId: own.id }).where(eq(schema.reviews.id, ownReview.id));
    expect((await decide(own, "take-down", ownReview.id)).status).toBe(403);
    expect((await reviewOf(ownReview.order.id))?.hiddenAt).toBeNull();
  }, 20_000);
});
