import * as checkout from "#app/checkout/checkout.server.ts";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import { placeAfterClosing } from "#app/checkout/place-after-closing.server.ts";
import { leftOf } from "#app/ledger/shares.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { runDue } from "#app/lib/work.ts";
import * as orders from "#app/orders/orders.server.ts";
import { refusalToTransition, transitionsFor } from "#app/orders/refusal-to-transition.ts";
import { type Actor, type TransitionName, transitions } from "#app/orders/transitions.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { applyAfterClosing, closesPage } from "#app/transitions/apply-after-closing.server.ts";
import { apply, refund } from "#app/transitions/apply-transition.server.ts";
import * as stripe from "#tests/support/stripe.ts";
import {
  changeBalance,
  closeDispute,
  decideDispute,
  openDispute,
  payByBank,
  payByCard,
  type Step,
  settle,
  settleByBank,
  settleRefund,
  someSession,
} from "./bank-steps.ts";
import { chooseExtra, offerExtra, refuseExtra } from "./extra-steps.ts";
import type { Deps } from "./line.ts";
import { acceptOffer, closeOffer, expireOffers, sendOffer } from "./offer-steps.ts";
import {
  holdPayouts,
  leave,
  payByHand,
  readBalance,
  reverseAtDashboard,
  takeBackTransfer,
  takeIntoBooks,
  transferAtDashboard,
} from "./operator-steps.ts";
import {
  changeAccount,
  changeBank,
  closeAccount,
  finishOrder,
  hasLeft,
  moveBalance,
  payOutAccount,
  readyToPay,
  settlePayout,
  setUpPayouts,
} from "./payout-steps.ts";
import { deliverFromQueue, putOnQueue } from "./queue-steps.ts";
import type { Random } from "./random.ts";
import { applyToSell, decideRegistration } from "./seller-steps.ts";
import { payoutWork, receive, sweeps, type World } from "./world.ts";

/** How long a user waits for Stripe, in ms: a schedule injects faults, never a wait. */
const maxWait = 60_000;

export const placeOrder: Step = async (world, random, deps, note) => {
  const [buyer, isAgain] = [random.pick(world.buyers), random.chance(0.3) && world.tokens.length > 0];
  const token = isAgain ? random.pick(world.tokens) : crypto.randomUUID();
  world.tokens.push(token);
  const choice = {
    buyer: buyer.id,
    package: random.pick(["starter", "starter", "pro"] as const),
    extras: random.pick([[], [], ["source-file"], ["faster", "print-version"]]),
    quantity: random.pick([1, 1, 3]),
    requirements: random.pick(["", "Red"]),
    token,
  };
  const more = [...choice.extras, choice.quantity === 1 ? "" : `${choice.quantity} times`].filter(Boolean);
  note(
    `buyer ${world.buyers.indexOf(buyer)} orders ${[choice.package, ...more].join(", ")}${isAgain ? " again" : ""}`,
  );
  const wanted = newOrders.packageWanted(deps.db, world.gig, choice);
  const placed = await placeAfterClosing(deps, wanted, choice, Date.now() + maxWait);
  if (!placed || "refusal" in placed) {
    if (await hasLeft(world)) return note("refused: the seller has left");
    throw new Error(`The order was refused: ${placed?.refusal}`);
  }
  if (!("order" in placed)) return note(JSON.stringify(Object.keys(placed)));
  if (!world.orders.includes(placed.order.id)) world.orders.push(placed.order.id);
  await openCheckout(world, deps, placed.order, note);
};

const openAgain: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (!order) return;
  note(`opens the Checkout page of ${nameOf(world, order.id)} again`);
  await openCheckout(world, deps, order, note);
};

async function openCheckout(world: World, deps: Deps, order: orders.Order, note: (text: string) => void) {
  if (order.status === "cancelled" || order.paymentStatus === "paid" || order.paymentStatus === "refunded")
    return;
  const page = await checkout.open(deps, order, world.cardholderOf(order.buyerId), "http://shop.test");
  note("url" in page ? "sees the Checkout page" : JSON.stringify(page));
  if (!("url" in page)) return;
  const session = stripe.sessionIdOf(page.url);
  if (!world.sessions.includes(session)) world.sessions.push(session);
}

export const openSuccessPage: Step = async (world, random, deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  note(`opens the success page of session ${world.sessions.indexOf(session)}`);
  const { state } = await fulfil(deps, session);
  note(state);
};

/** Delivers one or two events: in order, out of order, or again; or loses them. */
export const receiveEvents: Step = async (world, random, deps, note) => {
  if (world.waiting.length === 0 || random.chance(0.5)) await world.readEvents();
  for (let events = random.whole(1, 2); events > 0; events--) {
    const isOld = world.delivered.length > 0 && random.chance(0.15);
    const from = isOld ? world.delivered : world.waiting;
    if (from.length === 0) return;
    const event = random.chance(0.6) ? from[0] : random.pick(from);
    if (!event) return;
    if (random.chance(0.15)) {
      note(`${event.type} is lost`);
    } else {
      note(`receives ${event.type}${isOld ? " again" : ""}`);
      await receive(deps, event);
      if (!isOld) world.delivered.push(event);
    }
    world.waiting = world.waiting.filter((one) => one !== event);
  }
};

/** The webhook is down: all of Stripe's events, of any kind, are lost. */
const loseEvents: Step = async (world, _random, _deps, note) => {
  await world.readEvents();
  note(
    `loses ${
      world.waiting
        .splice(0)
        .map(({ type }) => type)
        .join(", ") || "nothing"
    }`,
  );
};

const sweep: Step = async (_world, random, deps, note) => {
  const all = Object.entries(sweeps);
  for (const [name, part] of random.chance(0.15) ? all : [random.pick(all)]) {
    note(`sweeps ${name}`);
    await part(deps);
  }
};

/** The actors that a schedule tries. */
const actors = ["buyer", "seller", "operator"] as const satisfies Actor[];
const names = Object.keys(transitions) as TransitionName[];

export const applyTransition: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (!order) return;
  const at = deps.clock.now();
  const allowed = actors.flatMap((actor) =>
    transitionsFor(order, actor, at).map((name) => [weightOf(name, actor, order), { actor, name }] as const),
  );
  const tryAllowed = allowed.length > 0 && random.chance(0.9);
  const { actor, name } = tryAllowed
    ? random.weighted(allowed)
    : { actor: random.pick([...actors, null]), name: random.pick(names) };
  note(`${actor} tries to ${name} ${nameOf(world, order.id)}`);
  const refusal = refusalToTransition(name, order, actor, at);
  if (refusal || !actor) return note(`refused: ${refusal}`);
  const user = { buyer: order.buyerId, seller: order.sellerId, operator: world.universe.operator.id }[actor];
  const additions = {
    note: "Words.",
    ...(name === "answer" ? { answers: ["Blue"] } : {}),
    ...(name === "ask-time" ? { days: random.whole(1, 30) } : {}),
  };
  const by = { actor, user };
  const isMade = closesPage(order, name)
    ? (await applyAfterClosing(deps, order, name, by, additions, [], Date.now() + maxWait)) === "applied"
    : await apply(deps, order, name, by, additions);
  note(isMade ? "made" : "not made");
  if (isMade) world.made.add(name);
  if (isMade && random.chance(0.5)) await refunds.sendDue(deps, 0);
};

/**
 * Transitions that move the order forward are more likely, and the parties act more often than the operator.
 */
function weightOf(name: TransitionName, actor: Actor, order: orders.Order): number {
  const isForward =
    ["start", "deliver", "revise", "answer", "allow-time", "keep-date"].includes(name) ||
    order.status === "completed";
  return (
    (isForward ? 8 : name === "complete" || name === "ask-time" ? 3 : name.startsWith("request") ? 2 : 1) *
    (actor === "operator" ? 0.3 : 1)
  );
}

const grantRefund: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (order?.paymentStatus !== "paid" || order.hold === "dispute" || leftOf(order) === 0) return;
  const cents = random.chance(0.3) ? leftOf(order) : random.whole(1, leftOf(order));
  note(`the operator refunds ${cents} cents of ${nameOf(world, order.id)}`);
  const isMade = await refund(deps, order, cents, world.universe.operator.id, "A reason.");
  note(isMade ? "made" : "another write was first");
};

const wait: Step = async (world, random, deps, note) => {
  const ms = random.weighted([
    [4, random.whole(1, 30) * minute],
    [3, random.whole(1, 30) * hour],
    [2, random.whole(1, 15) * day],
    [1, random.whole(16, 29) * day],
  ]);
  await pass(world, deps, ms, note);
};

/**
 * Lets time pass. Stripe lists an event for 30 days, so a schedule, whose sweeps are rare, reconciles before
 * they are over.
 */
async function pass(world: World, deps: Deps, ms: number, note: (text: string) => void) {
  if (world.universe.sinceReconciled() + ms > 29 * day) {
    note("sweeps reconciliation");
    await sweeps.reconciliation?.(deps);
    world.universe.reconciled();
  }
  note(`${(ms / hour).toFixed(1)} h pass`);
  await world.universe.pass(ms);
}

/** The steps, each with its weight. */
export const steps: readonly (readonly [number, Step])[] = [
  [4, placeOrder],
  [2, openAgain],
  [6, payByCard],
  [2, payByBank],
  [2, settleByBank],
  [4, openSuccessPage],
  [6, receiveEvents],
  [2, loseEvents],
  [4, sweep],
  [2, putOnQueue],
  [4, deliverFromQueue],
  [32, applyTransition],
  [2, grantRefund],
  [1, openDispute],
  [1, closeDispute],
  [1, settleRefund],
  [1, changeBalance],
  [6, wait],
];

export const waitUntilCleared: Step = async (world, random, deps, note) => {
  await pass(world, deps, random.whole(14, 20) * day, note);
};

export const sweepPayouts: Step = async (world, random, deps, note) => {
  for (const name of random.chance(0.5) ? ["earnings", "transfers"] : ["transfers", "earnings"]) {
    note(`sweeps ${name}`);
    await sweeps[name]?.(deps);
  }
  if (!random.chance(0.3)) return;
  const [name, work] = random.pick(Object.entries(payoutWork(world)));
  note(`sweeps ${name}`);
  await runDue(work, deps);
};

/** The steps of schedules with payouts. */
export const stepsWithPayouts: typeof steps = [
  ...steps.map(([weight, step]) => [weight / 2, step] as const),
  [8, finishOrder],
  [2, changeAccount],
  [2, changeBank],
  [3, payOutAccount],
  [2, settlePayout],
  [2, moveBalance],
  [6, setUpPayouts],
  [1, closeAccount],
  [1, leave],
  [3, holdPayouts],
  [4, payByHand],
  [2, takeBackTransfer],
  [2, reverseAtDashboard],
  [2, transferAtDashboard],
  [3, takeIntoBooks],
  [8, grantRefund],
  [8, waitUntilCleared],
  [16, sweepPayouts],
];

/** The steps of schedules with registrations. */
export const stepsWithRegistrations: typeof steps = [...steps, [8, applyToSell], [4, decideRegistration]];

/** The additional steps of schedules in which extras are added to running orders. */
export const stepsOfExtras: typeof steps = [
  [6, offerExtra],
  [24, chooseExtra],
  [5, refuseExtra],
  [10, payByCard],
];

/** The steps of schedules with offers. */
export const stepsWithOffers: typeof steps = [
  ...steps,
  [5, sendOffer],
  [10, acceptOffer(openCheckout)],
  [3, closeOffer],
  [2, expireOffers],
];

/**
 * Brings everything to an end: banks decide, time passes, Stripe delivers its events, the sweep runs.
 * @param areEventsLost delivers nothing: everything must be found at Stripe
 */
export function settleAll(ms: number, areEventsLost: boolean): Step {
  return async (world, random, deps, note) => {
    await world.universe.setBalanceEmpty(false);
    if (world.payoutSeller) await readyToPay(world, random, deps, note);
    // All disputes are known here, so the first run of this step decides them. A refund that Stripe refuses
    // during a dispute is abandoned by the retry after the dispute is lost, a day later.
    await world.readEvents();
    for (const session of world.waitingForBank) await settle(world, random, session, note);
    for (const id of world.disputes) await decideDispute(random, id, note);
    await pass(world, deps, ms, note);
    await world.readEvents();
    const waiting = world.waiting.splice(0);
    const received = areEventsLost ? [] : waiting;
    note(`receives ${received.map(({ type }) => type).join(", ") || "nothing"}`);
    for (const event of received) await receive(deps, event);
    await refunds.sendDue(deps, 0);
    for (const part of Object.values(sweeps)) await part(deps);
    // The next sweep sends what this one has made due, and takes back what it has returned.
    await refunds.sendDue(deps, 0);
    for (const part of [sweeps.earnings, sweeps.transfers, sweeps.earnings]) await part?.(deps);
    if (world.payoutSeller) await settlePayouts(world, random, deps, note);
    world.universe.reconciled();
  };
}

/** The operator enters into the books what was done in the dashboard, and the sweep does what follows. */
async function settlePayouts(...[world, random, deps, note]: Parameters<Step>): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    for (const [name, work] of Object.entries(payoutWork(world)))
      if (name !== "balance") await runDue(work, deps);
    await takeIntoBooks(world, random, deps, note);
    for (const part of [sweeps.earnings, sweeps.transfers, sweeps.earnings]) await part?.(deps);
  }
  await readBalance(deps);
}

/** An order, most often the newest. */
async function someOrder(world: World, random: Random, { db }: Deps): Promise<orders.Order | null> {
  const id = random.chance(0.6) ? world.orders.at(-1) : world.orders.length > 0 && random.pick(world.orders);
  return id ? await orders.find(db, id) : null;
}

function nameOf(world: World, id: string): string {
  return `order ${world.orders.indexOf(id)}`;
}
