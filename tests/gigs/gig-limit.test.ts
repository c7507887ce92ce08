import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { limitSentence, newSellerLimit } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { gigs, profiles } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { db, Visitor } from "../support/visitor.ts";

/** A seller with active services and one paused service. */
async function sellerWith(active: number, level: string | null) {
  const bob = await Visitor.signedIn();
  await db.update(profiles).set({ sellerLevel: level }).where(eq(profiles.id, bob.id));
  const made = [];
  for (let i = 0; i < active; i++) made.push(await gig(db, { sellerId: bob.id }));
  const paused = await gig(db, { sellerId: bob.id, state: "paused", listed: false });
  return { bob, made, paused };
}

const activeOf = async (user: Visitor) =>
  (
    await db
      .select({ id: gigs.id })
      .from(gigs)
      .where(and(eq(gigs.sellerId, user.id), eq(gigs.state, "active"), eq(gigs.listed, true)))
  ).length;
const resume = (user: Visitor, one: { id: string }) =>
  user.submit("/dashboard/services", { intent: "resume", gig: one.id });

test("A new seller with 5 active services is told the limit, and can resume another after pausing one", async () => {
  for (const level of [null, "Rising Talent"]) {
    const { bob, made, paused } = await sellerWith(newSellerLimit, level);
    const page = await resume(bob, paused);
    expect([page.status, await activeOf(bob)]).toEqual([409, 5]);
    expect(page.text).toContain(limitSentence);
    // The page has the buttons that make room.
    expect(page.text).toMatch(/Pause /);
    await bob.submit("/dashboard/services", { intent: "pause", gig: made[0]?.id ?? "" });
    expect((await resume(bob, paused)).status).toBe(303);
    expect(await activeOf(bob)).toBe(5);
  }
});

test("Higher levels have no limit, and a seller who drops a level keeps the published services", async () => {
  const { bob, paused } = await sellerWith(newSellerLimit + 1, "Level 1");
  expect((await resume(bob, paused)).status).toBe(303);
  await db.update(profiles).set({ sellerLevel: "Rising Talent" }).where(eq(profiles.id, bob.id));
  expect(await activeOf(bob)).toBe(7);
});

test("Of two services resumed at the same time as the fifth, only one is resumed, in 20 tries", async () => {
  for (let i = 0; i < 20; i++) {
    const { bob, paused } = await sellerWith(newSellerLimit - 1, null);
    const second = await gig(db, { sellerId: bob.id, state: "paused", listed: false });
    const pages = await Promise.all([resume(bob, paused), resume(bob, second)]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await activeOf(bob)).toBe(5);
  }
});

test("Restoring a suspended seller never fails because of the limit", async () => {
  const { bob } = await sellerWith(newSellerLimit + 2, "Level 1");
  await db.update(profiles).set({ sellerLevel: null }).where(eq(profiles.id, bob.id));
  await db.batch(gigTransitions.suspended(db, bob.id, null, Date.now()));
  await db.batch(gigTransitions.restored(db, bob.id, bob.id, Date.now()));
  expect(await activeOf(bob)).toBe(7);
});
