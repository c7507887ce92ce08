import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { date } from "#app/lib/dates.ts";
import { dueReturns } from "#app/sellers/away/away.server.ts";
import { parseBackAt } from "#app/sellers/away/away.ts";
import { gigs, profiles, sellers, users } from "#drizzle/schema.ts";
import { day, deps, hour, now } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";
import { registrationOf, sellerRow } from "./applicant.ts";

const path = "/profile/selling";
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
const inDays = (days: number) => isoDay(now() + days * day);

/** An active seller with services; the last one is paused by hand. */
async function sellerWith(active: number, level: string | null = "Level 1") {
  const bob = await Visitor.signedIn();
  await sellerRow(bob.id, { status: "active" });
  await db.update(profiles).set({ sellerLevel: level }).where(eq(profiles.id, bob.id));
  const offers = [];
  for (let i = 0; i <= active; i++) offers.push(await gig(db, { sellerId: bob.id }));
  const paused = offers.at(-1);
  await bob.submit("/dashboard/services", { intent: "pause", gig: paused?.id ?? "" });
  return { bob, offers };
}

const statesOf = async (user: Visitor) =>
  (await db.select().from(gigs).where(eq(gigs.sellerId, user.id)).orderBy(gigs.number)).map(
    ({ state, listed }) => `${state} ${listed}`,
  );
const [active, paused] = ["active true", "paused false"];

/** Makes the day of the seller's return come. @returns the id of the registration */
async function dayCame(user: Visitor) {
  await db
    .update(sellers)
    .set({ awayUntil: now() - 1 })
    .where(eq(sellers.userId, user.id));
  const { seller } = await registrationOf(user.id);
  expect(await dueReturns.find(deps, 500)).toContain(seller.id);
  return seller.id;
}

test("A return day begins at midnight in the seller's time zone, from tomorrow to 60 days ahead", () => {
  const at = Date.UTC(2026, 10, 23, 20);
  expect(parseBackAt("2026-12-03", at, null)).toBe(Date.UTC(2026, 11, 3));
  expect(parseBackAt("2026-12-03", at, "Pacific/Kiritimati")).toBe(Date.UTC(2026, 11, 2, 10));
  expect(parseBackAt("2026-12-03", at, "America/St_Johns")).toBe(Date.UTC(2026, 11, 3, 3, 30));
  // In Berlin, the clocks change on this day.
  expect(parseBackAt("2026-03-29", Date.UTC(2026, 2, 20), "Europe/Berlin")).toBe(Date.UTC(2026, 2, 28, 23));
  expect(parseBackAt("2026-11-24", at, null)).toBe(Date.UTC(2026, 10, 24));
  for (const text of ["2026-11-23", "2027-02-28", "2026-02-30", "3 Dec", "", "2026-12-3", "x".repeat(9000)])
    expect([text, parseBackAt(text, at, null)]).toEqual([text, null]);
});

test("Going away pauses all active services and shows the return day; on that day they resume, and the seller is told", async () => {
  const { bob, offers } = await sellerWith(2);
  // The seller's time zone is 14 hours ahead of UTC. Everyone sees the seller's date.
  await db.update(profiles).set({ timeZone: "Pacific/Kiritimati" }).where(eq(profiles.id, bob.id));
  const page = await bob.submitAndFollow(path, { intent: "away", awayUntil: inDays(10) });
  const shown = date(Date.parse(inDays(10)));
  expect(page.text).toContain(`You are away until ${shown}`);
  expect(await statesOf(bob)).toEqual([paused, paused, paused]);
  expect((await bob.get(path)).field("awayUntil")).toBe(inDays(10));
  const refused = await bob.submit(path, { intent: "away", awayUntil: inDays(90) });
  expect([refused.status, refused.field("awayUntil")]).toEqual([400, inDays(90)]);
  expect(refused.html).toContain(`<a href="#awayUntil">Choose a day from tomorrow to 60 days from now</a>`);
  const guest = visitor.signedOut();
  const [first, , byHand] = await Promise.all(offers.map(({ slug }) => guest.get(`/services/s/${slug}`)));
  expect(first?.text).toContain(`This service is paused, so it can't be ordered now. Back on ${shown}`);
  expect(byHand?.text).not.toContain("Back on");
  expect((await bob.get("/dashboard/services")).text.split(`You are away. Back on ${shown}`)).toHaveLength(3);
  expect((await guest.get(`/@${bob.email.split("@")[0]}`)).text).toContain(`Back on ${shown}`);

  const { seller } = await registrationOf(bob.id);
  expect(await dueReturns.run(deps, seller.id)).toBe(false);
  const id = await dayCame(bob);
  expect((await Promise.all([1, 2, 3].map(() => dueReturns.run(deps, id)))).filter(Boolean)).toHaveLength(1);
  expect(await statesOf(bob)).toEqual([active, active, paused]);
  const after = await registrationOf(bob.id);
  expect([after.seller.awayUntil, after.mails, after.kinds]).toEqual([null, ["away_over"], ["away", "back"]]);
});

test("The seller can change the day or return early; services resumed in the meantime are not changed", async () => {
  const { bob, offers } = await sellerWith(2);
  await bob.submit(path, { intent: "away", awayUntil: inDays(10) });
  await bob.submit("/dashboard/services", { intent: "resume", gig: offers[0]?.id ?? "" });
  await bob.submit("/dashboard/services", { intent: "pause", gig: offers[0]?.id ?? "" });
  expect((await bob.submit(path, { intent: "away", awayUntil: inDays(20) })).status).toBe(303);
  const { seller } = await registrationOf(bob.id);
  expect(seller.awayUntil).toBeGreaterThan(now() + 18 * day);
  expect((await bob.submit(path, { intent: "back" })).status).toBe(303);
  // The first has since been paused by hand.
  expect(await statesOf(bob)).toEqual([paused, active, paused]);
  expect((await registrationOf(bob.id)).mails).toEqual([]);
  expect((await bob.submit(path, { intent: "back" })).status).toBe(409);
});

test("An invalid day is refused and stays in the form; visitors and applicants change nothing", async () => {
  const { bob } = await sellerWith(1);
  for (const awayUntil of ["", "yesterday", inDays(0), inDays(62)]) {
    const page = await bob.submit(path, { intent: "away", awayUntil });
    expect([page.status, page.field("awayUntil")]).toEqual([400, awayUntil]);
    expect(page.text).toContain("Choose a day from tomorrow to 60 days from now");
  }
  expect(await statesOf(bob)).toEqual([active, paused]);
  const buyer = await Visitor.signedIn();
  const page = await buyer.submit(path, { intent: "away", awayUntil: inDays(3) });
  expect([page.status, page.location]).toEqual([303, "/services/sell"]);
  expect((await visitor.signedOut().submit(path, { intent: "away" })).location).toContain("/sign-in");
});

test("A new seller returns to at most 5 active services, a suspended one to none", async () => {
  const { bob } = await sellerWith(4, null);
  await bob.submit(path, { intent: "away", awayUntil: inDays(3) });
  for (let i = 0; i < 3; i++) await gig(db, { sellerId: bob.id });
  await dueReturns.run(deps, await dayCame(bob));
  expect((await statesOf(bob)).filter((state) => state === active)).toHaveLength(5);

  const { bob: other } = await sellerWith(2);
  await other.submit(path, { intent: "away", awayUntil: inDays(3) });
  await db
    .update(users)
    .set({ suspendedAt: now() - hour })
    .where(eq(users.id, other.id));
  await dueReturns.run(deps, await dayCame(other));
  expect(await statesOf(other)).toEqual([paused, paused, paused]);
  expect((await registrationOf(other.id)).mails).toEqual([]);
});
