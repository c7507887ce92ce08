import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { expect } from "vitest";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import * as schema from "#drizzle/schema.ts";
import { realClock } from "#workers/platform/real-clock.ts";
import { db, visitor } from "./visitor.ts";

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const passed = perIsolate(() => 0);

/** The product's time, UTC ms. Only `pass` advances it. */
export const now = () => realClock.now() + passed.value;

/** Advances the clocks of the product and of the stand-in for Stripe. @param ms a multiple of 1000 */
export async function pass(ms: number): Promise<void> {
  const moved = await post("/dev/clock", { advance: ms / 1000 });
  if (!moved.ok) throw new Error(`The clock was not advanced: ${moved.status}`);
  passed.value += ms;
}

/**
 * Lets time pass until noon (UTC) of the next Wednesday. Stripe pays out on Tuesdays, so what is sent then
 * stays at Stripe for days, whenever the test runs.
 */
export async function passToWednesday(): Promise<void> {
  // 1970 began on a Thursday.
  const sinceSunday = (now() + 4 * day) % (7 * day);
  const left = (3 * day + 12 * hour - sinceSunday + 7 * day) % (7 * day);
  await pass(Math.ceil(left / 1000) * 1000);
}

/** Lets time pass until noon (UTC) of the next such date. @param month 0 to 11 */
export async function passToDate(month: number, date: number): Promise<void> {
  const year = new Date(now()).getUTCFullYear();
  const [soon = 0, later = 0] = [year, year + 1].map((each) => Date.UTC(each, month, date, 12));
  await pass(Math.ceil(((soon < now() ? later : soon) - now()) / 1000) * 1000);
}

/** Capabilities for the product's functions. @param fetcher sends the requests to the stand-in for Stripe */
export const depsThrough = (fetcher: typeof fetch) => ({
  db,
  stripe: new Stripe("sk_test_sandbox", {
    host: "stripe.test",
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(fetcher),
    maxNetworkRetries: 0,
  }),
  clock: { now },
  log: () => {},
  secret: env.APP_SECRET,
  requestId: "a test",
});

export const deps = depsThrough((...request) => fetch(...request));

/** Runs the scheduled work. @returns the result of each part */
export async function sweep(): Promise<Record<string, number | "failed">> {
  return await (await post("/dev/sweep")).json();
}

/**
 * Runs the scheduled work, and checks that a second run changes nothing.
 * @returns the results of the first run
 */
export async function sweepTwice(): Promise<Record<string, number | "failed">> {
  const done = await sweep();
  expect(Object.entries(done).filter(([, result]) => result === "failed")).toEqual([]);
  const before = await everything();
  await sweep();
  expect(await everything()).toEqual(before);
  return done;
}

/** All rows that the scheduled work could change. */
async function everything() {
  const { orders, orderEvents, payments, moneyCalls, ledger, creditUses, disputes, mismatches } = schema;
  const { outbox, webhookEvents, settings } = schema;
  return await db.batch([
    db.select().from(orders),
    db.select().from(orderEvents),
    db.select().from(payments),
    db.select().from(moneyCalls),
    db.select().from(ledger),
    db.select().from(creditUses),
    db.select().from(disputes),
    db.select().from(mismatches),
    db.select().from(outbox),
    db.select().from(webhookEvents),
    db.select().from(settings),
  ]);
}

async function post(path: string, body: object = {}): Promise<Response> {
  return await visitor.signedOut().fetch(path, { method: "POST", body: JSON.stringify(body) });
}
