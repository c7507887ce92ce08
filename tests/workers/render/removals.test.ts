import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { gigs, removals } from "#drizzle/schema.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, laggingDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

const { ann: judge } = await operator();
const reason = "A reason, long enough";

afterEach(() => {
  vi.useRealTimers();
});

const numberNow = async () => (await db.select().from(removals))[0]?.number ?? 0;

/** Moves the real time forward. */
function wait(seconds: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}

/** A gig, and the addresses that show it to everyone. */
async function shownGig(name: string) {
  const ann = await person(db, { username: name });
  await sellerRow(ann.id, { status: "active" });
  const topic = await category(db, `Removed ${name}`);
  const offer = await gig(db, {
    title: `A ${name}`,
    priceCents: 100,
    categoryId: topic.id,
    sellerId: ann.id,
  });
  const own = `/services/s/${offer.slug}`;
  return { offer, own, pages: ["/", `/categories/${topic.slug}`, `/@${name}`, own] };
}

const deny = (id: string) =>
  judge.submit("/admin/gigs", { pick: `${id}:1`, intent: "deny", rule: "conduct", reason });
const suspend = (id: string) =>
  judge.submit(`/admin/users/${id}`, { intent: "suspend", rule: "conduct", reason });

it("Content that an operator denies or suspends is gone from every page within 30 s, for visitors and viewers", async () => {
  for (const [name, decide, start] of [
    ["lute", (offer: { id: string }) => deny(offer.id), 400],
    ["viol", (offer: { sellerId: string }) => suspend(offer.sellerId), 1000],
  ] as const) {
    const { offer, own, pages } = await shownGig(name);
    const viewer = await visitor.signedIn();
    await viewer.get("/orders");
    const seenBy = async (one: Visitor) => {
      const seen = [];
      for (const path of pages) if ((await one.get(path)).text.includes(`A ${name}`)) seen.push(path);
      return seen;
    };
    // Pages cached before the gig was made are removed first.
    wait(start);
    expect(await seenBy(visitor.passingBy())).toEqual(pages);
    expect(await seenBy(viewer)).toEqual(pages);
    // Just before the decision, the isolate has learned that nothing was removed.
    wait(11);
    await visitor.passingBy().get(own);
    expect((await decide(offer)).status).toBe(303);
    wait(19);
    await seenBy(visitor.passingBy());
    wait(10);
    expect([name, await seenBy(visitor.passingBy())]).toEqual([name, []]);
    expect([name, await seenBy(viewer)]).toEqual([name, []]);
    expect((await visitor.passingBy().get(own)).status).toBe(404);
    vi.useRealTimers();
  }
});

it("Other pages keep their tag, so a browser that holds one is not sent it again", async () => {
  const { own } = await shownGig("harp");
  const etag = (await visitor.passingBy().get(own)).headers.get("ETag") ?? "";
  await deny((await gig(db)).id);
  wait(30);
  const page = await visitor.passingBy().get(own, { "If-None-Match": etag });
  expect(page.status).toBe(304);
});

it("Only operators' decisions empty the caches; a seller's pause does not", async () => {
  const { offer } = await shownGig("fife");
  const before = await numberNow();
  const [row] = await db.select().from(gigs).where(eq(gigs.id, offer.id));
  if (!row) throw new Error("No gig");
  await db.batch(gigTransitions.paused(db, row, offer.sellerId, Date.now()));
  await db.batch(gigTransitions.withdrawn(db, offer.sellerId, Date.now()));
  expect(await numberNow()).toBe(before);
  await deny((await gig(db)).id);
  await suspend((await gig(db)).sellerId);
  expect(await numberNow()).toBe(before + 2);
});

it("A page rendered after a removal reads a copy of the database that includes it", async () => {
  const { own } = await shownGig("drum");
  await deny((await gig(db)).id);
  const { database, asked } = laggingDatabase(env.DB);
  const guest = visitor.passingBy();
  guest.send = productWith({ DB: database });
  wait(30);
  await visitor.passingBy().get("/help");
  wait(400);
  const known = asked.length;
  expect((await guest.get(own)).status).toBe(200);
  expect(asked.slice(known)).not.toContain("first-unconstrained");
});

it("While the database does not answer, pages that were kept are still shown", async () => {
  const { own } = await shownGig("horn");
  await visitor.passingBy().get(own);
  const guest = visitor.passingBy();
  guest.send = productWith({ DB: faultyDatabase(env.DB, () => true) });
  wait(60);
  expect((await guest.get(own)).text).toContain("A horn");
});
