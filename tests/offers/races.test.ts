import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import type { Offer } from "#app/offers/offers.server.ts";
import { gigs as gigRows } from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { sweep } from "../support/clock.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page } from "../support/visitor.ts";
import { anOffer, formOf, mailsAbout, offerOf, ordersOf } from "./an-offer.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 60_000 });

const { ann: staff } = await operator();

type Made = Awaited<ReturnType<typeof anOffer>>;

/** Whether a form was refused: it redirected to the offer with a notice, not to a card page. */
const acceptedBy = (page: Page) => page.location?.includes("cs_") ?? false;

const accept = async (made: Made, form: object) => await made.ann.submit("/orders", { ...form });
const withdraw = ({ bob, offer }: Made) =>
  bob.submit("/offers", { intent: "withdraw", offer: offer.id, version: 1 });
const decline = ({ ann, offer }: Made) =>
  ann.submit("/offers", { intent: "decline", offer: offer.id, version: 1, reason: "Too late" });
const block = ({ bob, offer }: Made) =>
  bob.submit("/messages", { intent: "block", conversation: offer.conversationId });
const pause = async ({ service }: Made) => {
  const current = await gigs.find(db, { id: service.id });
  if (current?.state === "active")
    await db.batch(gigTransitions.paused(db, current, current.sellerId, Date.now())).catch(() => null);
};
const deny = ({ service }: Made) =>
  db.update(gigRows).set({ state: "denied", listed: false }).where(eq(gigRows.id, service.id));
const suspend = ({ bob }: Made) => db.batch(suspensions.changes(db, "suspend", bob.id, staff.id, Date.now()));

/** What an offer and its orders must be, whatever came first. */
async function expectOneResult(offer: Offer, accepts: Page[]): Promise<Offer> {
  const [now, placed] = [await offerOf(offer.id), await ordersOf(offer.id)];
  expect(placed.length).toBeLessThanOrEqual(1);
  expect(now.state === "accepted").toBe(placed.length === 1);
  expect(now.orderId).toBe(placed[0]?.id ?? null);
  expect(accepts.some(acceptedBy)).toBe(placed.length === 1);
  expect(new Set(accepts.filter(acceptedBy).map(({ location }) => location)).size).toBeLessThanOrEqual(1);
  return now;
}

it("Of 50 concurrent accepts, withdrawals, declines and runs of the clock, one wins, and the others read why", async () => {
  const seen = new Set<string>();
  for (const first of [accept, withdraw, decline]) {
    const made = await anOffer();
    const form = await formOf(made.ann, made.offer.id);
    const answers = [accept, withdraw, decline];
    const order = [first, ...answers.filter((one) => one !== first)];
    const pages = await Promise.all(
      Array.from({ length: 17 }, () => order)
        .flat()
        .slice(0, 50)
        .map(async (answer) => ({ answer, page: await answer(made, form) })),
    );
    const accepts = pages.filter(({ answer }) => answer === accept).map(({ page }) => page);
    const { state } = await expectOneResult(made.offer, accepts);
    seen.add(state);
    expect(["accepted", "withdrawn", "declined"]).toContain(state);
    const mail = { withdrawn: ["offer_withdrawn", made.ann.id], declined: ["offer_declined", made.bob.id] };
    expect(await mailsAbout(made.offer.id)).toEqual(
      state === "withdrawn" || state === "declined" ? [mail[state]] : [],
    );
    for (const { page } of pages) expect(page.status).toBe(303);
    // Each loser is redirected to the offer, where a notice says what it is now.
    const loser = state === "withdrawn" ? await decline(made) : await withdraw(made);
    expect(loser.location).toContain(`/offers/${made.offer.id}`);
    const reader = state === "withdrawn" ? made.ann : made.bob;
    expect((await reader.get(loser.location ?? "")).text).toMatch(
      /This offer has been accepted|The seller has withdrawn this offer|This offer was declined/,
    );
  }
  expect(seen.size).toBeGreaterThan(0);
});

it.each([
  ["block", block],
  ["pause of the service", pause],
  ["denial of the service", deny],
  ["suspension of the seller", suspend],
] as const)(
  "A %s at the same moment as 20 accepts: at most one order, or the offer waits and the buyer reads why",
  async (_, change) => {
    const made = await anOffer();
    const form = { ...(await formOf(made.ann, made.offer.id)), requirements: "Keep it" };
    const early = Array.from({ length: 10 }, () => accept(made, form));
    const [, ...accepts] = await Promise.all([
      change(made),
      ...early,
      ...Array.from({ length: 10 }, () => accept(made, form)),
    ]);
    const { state } = await expectOneResult(made.offer, accepts);
    expect(["accepted", "open"]).toContain(state);
    const late = await made.ann.submitAndFollow("/orders", form).catch(() => null);
    if (state === "open") expect(late?.text).toMatch(/You cannot write|is paused|no longer offered/);
  },
);

it("The clock closes an offer once, whatever else happens at that moment, and no accept comes after it", async () => {
  const made = await anOffer({ expiresAt: Date.now() + 1500 });
  const form = await formOf(made.ann, made.offer.id);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, made.offer.expiresAt - Date.now())));
  const [accepts] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => accept(made, form))),
    sweep(),
    withdraw(made),
    decline(made),
  ]);
  await sweep();
  const { state } = await expectOneResult(made.offer, accepts);
  expect(state).toBe("expired");
  expect(await mailsAbout(made.offer.id)).toEqual([["offer_expired", made.bob.id]]);
});
