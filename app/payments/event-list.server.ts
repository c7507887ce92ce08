import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Capabilities, Db } from "#app/context.ts";
import { day, minute, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import { isStripeError } from "#app/payments/stripe.server.ts";
import { eventTypes, readEvent } from "#app/payments/stripe-event.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { settings } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/** How often Stripe's list of events is read, in ms. */
const pause = 10 * minute;

/** How far back Stripe lists events, in ms. */
const history = 30 * day;

/**
 * How far back the list is read again, in ms, because Stripe may list an event slightly later than its
 * successor.
 */
const overlap = pause;

/** The maximum number of pages of 100 events that one run reads. The next sweep continues. */
const maxPages = 5;

/**
 * How far the list was read. `after`: the event after which the next run continues; null: none is known yet.
 * `older`: while the last 30 days are read, newest first, the last event that was read; else null.
 * `isUnfinished`: the next sweep continues, without a pause. `at`: UTC ms.
 */
type Progress = { at: number; after: string | null; older: string | null; isUnfinished: boolean };
const start = { after: null, older: null };

/** Reading Stripe's list of events: a unit of work, every ten minutes. Failures of Stripe are only logged. */
export const missingEvents: Work<Deps> = {
  async find({ db, clock }) {
    return isDue(await readProgress(db), clock.now()) ? ["events"] : [];
  },
  async run(deps) {
    try {
      return (await storeMissing(deps)) > 0;
    } catch (error) {
      if (!isStripeError(error)) throw error;
      deps.log("warn", "Stripe's list of events was not read", { error: errorStack(error) });
      return false;
    }
  },
};

function isDue(before: Progress | null, at: number): boolean {
  return before === null || before.isUnfinished || at - before.at >= pause;
}

/**
 * Every ten minutes, reads Stripe's list of events, of the types that the webhook handles
 * (docs/specification.md#reconciliation), and stores those that no webhook has delivered.
 * @returns how many were missing
 * @throws Stripe's error
 */
export async function storeMissing(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  const at = clock.now();
  const before = await readProgress(db);
  if (!isDue(before, at)) return 0;
  try {
    return await readOn(deps, before ?? start, at);
  } catch (error) {
    if (!before?.after || !isUnknown(error)) throw error;
    log("warn", "stripe events read again from 30 days ago", { after: before.after, older: before.older });
    return await readOn(deps, start, at);
  }
}

/** Continues reading from a place in the list, stores what is missing, and saves the new place. */
async function readOn(deps: Deps, from: Pick<Progress, "after" | "older">, at: number): Promise<number> {
  const isForward = from.after !== null && from.older === null;
  let { after, older } = from;
  let place = isForward ? after : older;
  let stored = 0;
  let hasMore = true;
  for (let pages = 0; hasMore && pages < maxPages; pages++) {
    const page = await deps.stripe.events.list({
      limit: 100,
      types: [...eventTypes],
      ...(isForward
        ? { ending_before: place ?? "" }
        : {
            created: { gte: Math.floor((at - history) / second) },
            ...(place === null ? {} : { starting_after: place }),
          }),
    });
    stored += await storePage(deps, page.data, at);
    hasMore = page.has_more && page.data.length > 0;
    // In both directions, Stripe returns the newest first.
    const [newest, oldest] = [page.data[0], page.data.at(-1)];
    if (!newest || !oldest) break;
    place = isForward ? newest.id : oldest.id;
    if (isForward) {
      const settled = hasMore ? newest : page.data.find(({ created }) => created * second <= at - overlap);
      after = settled?.id ?? after;
    } else {
      after ??= newest.id;
      older = hasMore ? oldest.id : null;
    }
  }
  await saveProgress(deps.db, { at, after, older, isUnfinished: hasMore });
  return stored;
}

/** Stores the events of a page that are not stored yet. @returns their number */
async function storePage({ db, log }: Deps, page: Stripe.Event[], at: number): Promise<number> {
  const events = page.flatMap((one) => {
    const event = readEvent(one);
    if (!event) log("warn", "stripe event not readable", { webhook: String(one?.id).slice(0, 255) });
    return event ?? [];
  });
  return await webhookEvents.storeMissing(db, events, at);
}

/** True if Stripe does not know the event to read from. */
function isUnknown(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "resource_missing";
}

/** The name of the setting that stores the progress. */
const key = "stripe_events";

async function readProgress(db: Db): Promise<Progress | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row ? JSON.parse(row.value) : null;
}

async function saveProgress(db: Db, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress);
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
