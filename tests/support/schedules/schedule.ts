import { day } from "#app/lib/dates.ts";
import type { OrderEventKind } from "#app/orders/order.ts";
import type { SellerEventKind } from "#app/sellers/seller.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { db } from "#tests/support/visitor.ts";
import { payByCard, type Step } from "./bank-steps.ts";
import { booksOf, findProblem, moneyProblem } from "./invariants.ts";
import { type Deps, type Fault, Process, Turns } from "./line.ts";
import { findOfferProblem, sendOffer } from "./offer-steps.ts";
import { endings } from "./operator-steps.ts";
import { finishOrder, untilCleared } from "./payout-steps.ts";
import { Random } from "./random.ts";
import {
  applyTransition,
  openSuccessPage,
  placeOrder,
  receiveEvents,
  settleAll,
  steps,
  stepsOfExtras,
  stepsWithOffers,
  stepsWithPayouts,
  stepsWithRegistrations,
  sweepPayouts,
  waitUntilCleared,
} from "./random-steps.ts";
import { applyToSell, decideRegistration, registrationBooksOf, registrationProblem } from "./seller-steps.ts";
import { findPayoutProblem, findTransferProblem } from "./transfer-invariants.ts";
import { TransferWatch } from "./transfer-watch.ts";
import { type Happening, sweeps, type Universe, World } from "./world.ts";

/** Thrown if an invariant does not hold after a schedule. Its message has the steps and what is wrong. */
export class Failed extends Error {}

/**
 * Runs one random schedule: a few orders, and anything that users, Stripe, the clock and a bad connection may
 * do, in any order. At the end the connection is good, all waiting work is done, and the invariants are
 * checked.
 * @param made receives everything that has happened
 * @throws Failed with the list of steps
 */
export async function runSchedule(universe: Universe, seed: number, made: Set<Happening>): Promise<void> {
  const random = new Random(seed);
  const log: string[] = [];
  const processes = [new Process(universe.clock), new Process(universe.clock)] as const;
  // The seed decides whether the buyers share their cards.
  const sharesCards = seed % 2 === 0;
  // The seed decides whether there are registrations, too: in a fifth of the schedules.
  const hasRegistrations = seed % 5 === 0;
  // And whether the seller's payouts change, in a quarter of the others.
  const hasPayouts = !hasRegistrations && seed % 4 === 3;
  // And whether there are offers, in a tenth.
  const hasOffers = !hasRegistrations && [6, 8].includes(seed % 16);
  const world = await World.begin(universe, random, { sharesCards, hasPayouts });
  const watch = hasPayouts ? await TransferWatch.begin(world.seller.id) : null;
  // And whether extras are added to running orders, in a sixth.
  const hasExtras = !hasRegistrations && [4, 13, 15].includes(seed % 16);
  const ordinary = hasOffers ? stepsWithOffers : steps;
  const usual = hasRegistrations ? stepsWithRegistrations : hasPayouts ? stepsWithPayouts : ordinary;
  const all = hasExtras ? [...usual, ...stepsOfExtras] : usual;
  // The seed decides the fee. Neighbouring seeds share it, because each change is a write.
  await universe.setFee([0, 7, 20][Math.floor(seed / 20) % 3] ?? 0);
  const runStep = async (
    process: Process,
    step: Step,
    stepRandom: Random,
    turns: Turns | null,
    fault: Fault | null,
  ) => {
    const line = log.push("") - 1;
    const note = (text: string) => {
      log[line] = `${log[line] ? `${log[line]}; ` : ""}${text}`;
    };
    if (turns) note("(concurrent)");
    if (fault) note(`(${fault.kind} ${fault.when} call ${fault.nth})`);
    const work = (deps: Deps) => step(world, stepRandom, deps, note);
    const hadFault = await process.run(work, fault, turns).catch((error: unknown) => {
      note(`THREW ${error instanceof Error ? error.stack : error}`);
      throw error;
    });
    world.made.add(`step ${step.name}`);
    if (turns) world.made.add(`concurrent ${step.name}`);
    if (hadFault && fault) world.made.add(`${fault.kind} ${step.name}`);
  };
  const checkTransfers = async () => {
    const problem = await watch?.findProblem(universe.clock.now());
    if (problem) throw new Error(problem);
  };
  try {
    const first = hasRegistrations
      ? [applyToSell, payByCard, receiveEvents, decideRegistration, placeOrder]
      : hasPayouts
        ? firstPayoutSteps(random)
        : hasOffers
          ? [sendOffer]
          : firstSteps(random);
    for (const step of first) {
      await runStep(processes[0], step, random.fork(), null, null);
      await checkTransfers();
    }
    for (let left = random.whole(15, 15 + random.whole(0, 25)); left > 0; left--) {
      const step = random.weighted(all);
      if (!random.chance(0.2)) {
        await runStep(
          processes[0],
          step,
          random.fork(),
          null,
          random.chance(0.12) ? randomFault(random) : null,
        );
        await checkTransfers();
        continue;
      }
      const turns = new Turns(random.fork());
      const works = [step, random.chance(0.5) ? step : random.weighted(all)].map((each, i) => {
        const [owner, stepRandom] = [processes[i === 0 ? 0 : 1], random.fork()];
        const fault = random.chance(0.06) ? randomFault(random) : null;
        return { owner, work: () => runStep(owner, each, stepRandom, turns, fault) };
      });
      await turns.all(works);
      await checkTransfers();
    }
    const areEventsLost = random.chance(0.5);
    for (const ms of hasPayouts ? [15 * day, 8 * day, untilCleared] : [15 * day, 8 * day]) {
      await runStep(processes[0], settleAll(ms, areEventsLost), random.fork(), null, null);
      await checkTransfers();
      if (hasPayouts && ms < untilCleared && random.chance(0.3))
        await runStep(processes[0], random.pick(endings), random.fork(), null, null);
    }
    await checkInvariants(world, processes[0].deps, random.chance(0.2));
  } catch (error) {
    const lines = log.filter((text) => text !== "");
    const steps = lines.map((text, i) => `${String(i + 1).padStart(3)} ${text}`).join("\n");
    throw new Failed(`Seed ${seed}: ${error instanceof Error ? error.message : error}\n${steps}`, {
      cause: error,
    });
  }
  for (const name of world.made) made.add(name);
}

/** What payouts write to the ledger, by the beginning of its name. */
export const bookings = [
  "transfer",
  "transferred",
  "reversal",
  "refused",
  "hand",
  "debt",
  "offset",
  "reversed",
];

/**
 * @param sweepAgain also checks that a second sweep changes nothing
 * @throws Error if an invariant does not hold
 */
async function checkInvariants(world: World, deps: Deps, sweepAgain: boolean): Promise<void> {
  const books = await booksOf(world.buyerIds);
  const stripe = await world.atStripe(deps);
  const problem =
    findProblem(books, stripe) ??
    (await findCreditProblem(db, world.buyerIds)) ??
    (await findOfferProblem(world, books)) ??
    (await findTransferProblem(books, world.universe.clock.now())) ??
    (world.payoutSeller && (await findPayoutProblem(world.seller.id)));
  if (problem) throw new Error(problem);
  const registrations = await registrationBooksOf(world.buyerIds);
  for (const book of registrations) {
    const wrong = registrationProblem(book) ?? moneyProblem(book, stripe);
    if (wrong) throw new Error(`registration ${book.order.id}: ${wrong}`);
    for (const { kind } of book.events) world.made.add(`seller ${kind as SellerEventKind}`);
  }
  for (const { order, events, rows, extras, payments } of books) {
    if (extras.some(({ refundedCents }) => refundedCents > 0)) world.made.add("extra refunded");
    if (payments.some(({ extraId, outcome }) => extraId !== null && outcome === "returned"))
      world.made.add("extra returned");
    for (const { transaction } of rows) {
      const [what = ""] = transaction.split(":");
      if (bookings.includes(what)) world.made.add(`payout ${what}`);
    }
    for (const { kind } of events) world.made.add(`order ${kind as OrderEventKind}`);
    const automatic = events.find(
      ({ kind, actorId }) => actorId === null && (kind === "cancelled" || kind === "completed"),
    );
    if (automatic)
      world.made.add(
        automatic.kind === "completed"
          ? "auto-complete"
          : order.paidAt === null
            ? "payment-expired"
            : "auto-cancel",
      );
  }
  if (sweepAgain) {
    for (const part of Object.values(sweeps)) await part(deps);
    const again = [await booksOf(world.buyerIds), await registrationBooksOf(world.buyerIds)];
    if (JSON.stringify(again) !== JSON.stringify([books, registrations]))
      throw new Error("The second sweep changed something");
  }
}

function randomFault(random: Random): Fault {
  return {
    kind: random.pick(["crash", "crash", "cut"]),
    when: random.pick(["before", "after"]),
    nth: random.whole(1, random.pick([3, 8, 14])),
  };
}

/** A completed order. In half of the schedules its earnings are sent, if they can be. */
function firstPayoutSteps(random: Random): Step[] {
  const completed = [placeOrder, payByCard, openSuccessPage, finishOrder];
  return random.chance(0.5) ? [...completed, waitUntilCleared, sweepPayouts] : completed;
}

/**
 * The first steps. A third of the schedules begin with a paid order, and some of these with one more
 * transition.
 */
function firstSteps(random: Random): Step[] {
  if (!random.chance(0.35)) return [placeOrder];
  return [placeOrder, payByCard, receiveEvents, ...(random.chance(0.6) ? [applyTransition] : [])];
}
