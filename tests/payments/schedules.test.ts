import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { uncounted } from "#app/admin/figures/counting.server.ts";
import { total } from "#app/admin/figures/figure.ts";
import { transitions } from "#app/orders/transitions.ts";
import { figures } from "#drizzle/schema.ts";
import { countFigures, findFigureProblem } from "#drizzle/seed/figure-book.ts";
import { db } from "#tests/support/visitor.ts";
import { expectMonthSums } from "../support/month-sums.ts";
import {
  stepsOfExtras,
  stepsWithOffers,
  stepsWithPayouts,
  stepsWithRegistrations,
} from "../support/schedules/random-steps.ts";
import { bookings, runSchedule } from "../support/schedules/schedule.ts";
import { chosenSeeds } from "../support/schedules/seeds.ts";
import { stepCosts } from "../support/schedules/steps.ts";
import { type Happening, Universe } from "../support/schedules/world.ts";

/**
 * `SEED=17 vitest run tests/payments/schedules` runs one seed. `SCHEDULES=1000 FROM=5001` runs 1,000 seeds,
 * starting with 5001.
 */
const { SEED, SCHEDULES, FROM = "1" } = import.meta.env;
const inRow = Array.from({ length: Number(SCHEDULES ?? 0) }, (_, i) => Number(FROM) + i);
const seeds = SEED ? [Number(SEED)] : SCHEDULES ? inRow : chosenSeeds;

const names = new Set(
  [...stepsWithRegistrations, ...stepsWithPayouts, ...stepsWithOffers, ...stepsOfExtras].map(
    ([, step]) => step.name,
  ),
);
/**
 * Steps that a fault hits often enough: those of banks make no calls, those of the queue and of waiting
 * rarely any.
 */
const withFaults = [
  ...["placeOrder", "openAgain", "openSuccessPage", "receiveEvents", "sweep", "putOnQueue"],
  ...["applyTransition", "grantRefund", "applyToSell", "decideRegistration", "acceptOffer", "chooseExtra"],
];
/** All kinds of events, except those of a seller's absence. */
const orderEvents = [
  ...["placed", "paid", "payment_failed", "credit_refused", "answered", "started", "delivered"],
  ...["revision_requested", "completed", "cancelled", "cancellation_requested", "cancellation_declined"],
  ...["refund_requested", "refund_answered", "refund_granted", "refund_declined", "refunded"],
  ...["declined", "time_requested", "time_allowed", "date_kept"],
  ...["extra_offered", "extra_withdrawn", "extra_declined", "extra_added"],
  ...["refund_withdrawn", "refund_failed", "disputed", "dispute_won", "dispute_lost"],
  "transferred",
];
const sellerEvents = [
  ...["applied", "paid", "payment_failed", "waived", "evidence_wanted", "vetted", "refused", "fee_returned"],
  ...["refunded", "refund_failed", "disputed", "dispute_won", "dispute_lost"],
];
/** What the chosen seeds must do. */
const wanted: string[] = [
  ...Object.keys(transitions),
  ...["extra refunded", "extra returned"],
  ...orderEvents.map((kind) => `order ${kind}`),
  ...sellerEvents.map((kind) => `seller ${kind}`),
  ...bookings.map((name) => `payout ${name}`),
  ...[...names].flatMap((name) => [`step ${name}`, `concurrent ${name}`]),
  ...withFaults.flatMap((name) => [`crash ${name}`, `cut ${name}`]),
];

const starting = Universe.begin();

test("After any sequence of events, with faults at any call, the books agree with Stripe and every transition was allowed", async () => {
  const universe = await starting;
  /** The first seed in which each thing happens. */
  const firstSeeds = new Map<string, number>();
  const failures: string[] = [];
  for (const seed of seeds) {
    const made = new Set<Happening>();
    await runSchedule(universe, seed, made).catch((error: unknown) => failures.push(String(error)));
    // The operator's figures are counted in pieces that begin and end anywhere.
    await uncounted.run({ db }, "1");
    for (const name of made) if (!firstSeeds.has(name)) firstSeeds.set(name, seed);
    if (failures.length >= 3) break;
  }
  expect(failures.join("\n\n")).toBe("");
  console.log(`first seeds: ${JSON.stringify(Object.fromEntries(firstSeeds))}`);
  // Only the chosen seeds must.
  const missing = wanted.filter((name) => !firstSeeds.has(name));
  expect(seeds === chosenSeeds ? missing : []).toEqual([]);
}, 600_000);

test("After all of them, the sums of sellers' months are those of the ledger", async () => {
  const { statements, cleared } = await expectMonthSums();
  expect(statements).toBeGreaterThan(0);
  expect(cleared).toBeGreaterThan(0);
});

test("After all of them, the operator's figures are those of the ledger and the events, even if two runs count at once", async () => {
  const runs = await Promise.all([1, 2, 3].map((id) => uncounted.run({ db }, String(id))));
  expect(runs.filter((isDone) => isDone).length).toBeLessThanOrEqual(1);
  await countFigures(db);
  expect(await findFigureProblem(db)).toBeNull();
  const all = total(await db.select().from(figures).where(eq(figures.period, "day")));
  const isNone = Object.entries(all).filter(([, sum]) => sum === 0);
  expect(seeds === chosenSeeds ? isNone : []).toEqual([]);
});

test("No step of an order or a seller reads or writes more rows than its budget, however full the database is", async () => {
  const costs = await stepCosts(await starting);
  expect(costs.map(({ step }) => step)).toContain("a seller's public page");
  expect(costs.filter(({ read, written, most, maxWritten }) => read > most || written > maxWritten)).toEqual(
    [],
  );
});
