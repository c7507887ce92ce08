import { leftOf } from "#app/ledger/shares.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as newOrders from "#app/orders/placing/new-orders.server.ts";
import { refusalToTransition, transitionsFor } from "#app/orders/refusal-to-transition.ts";
import { type Actor, type TransitionName, transitions } from "#app/orders/transitions.ts";
import { apply, refund } from "#app/payments/apply-transition.server.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as stripe from "#tests/support/stripe.ts";
import type { Deps } from "./line.ts";
import type { Random } from "./random.ts";
import { receive, sweeps, type World } from "./world.ts";

/** Something that somebody does, or that happens, in a world. `note` tells it. */
export type Step = (world: World, random: Random, deps: Deps, note: (text: string) => void) => Promise<void>;

export const buy: Step = async (world, random, deps, note) => {
  const [buyer, isAgain] = [random.pick(world.buyers), random.chance(0.3) && world.tokens.length > 0];
  const token = isAgain ? random.pick(world.tokens) : crypto.randomUUID();
  world.tokens.push(token);
  const asked = {
    buyer: buyer.id,
    package: random.pick(["starter", "starter", "pro"] as const),
    requirements: "",
    token,
  };
  note(`buyer ${world.buyers.indexOf(buyer)} orders ${asked.package}${isAgain ? " again" : ""}`);
  const placed = await newOrders.place(deps.db, world.gig, asked, deps.clock.now());
  if (!placed || "refusal" in placed) throw new Error(`The order was refused: ${placed?.refusal}`);
  if (!world.orders.includes(placed.order.id)) world.orders.push(placed.order.id);
  await openPage(world, deps, placed.order, note);
};

const openAgain: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (!order) return;
  note(`opens the page of ${nameOf(world, order.id)} again`);
  await openPage(world, deps, order, note);
};

async function openPage(world: World, deps: Deps, order: orders.Order, note: (text: string) => void) {
  if (order.status === "cancelled" || order.paymentStatus === "paid" || order.paymentStatus === "refunded")
    return;
  const page = await checkout.open(deps, order, "buyer@example.test", "http://shop.test");
  note("url" in page ? "sees the card page" : JSON.stringify(page));
  if (!("url" in page)) return;
  const session = stripe.sessionIdOf(page.url);
  if (!world.sessions.includes(session)) world.sessions.push(session);
}

/** The newest page most often: it is the one that is still open. */
function someSession(world: World, random: Random): string | null {
  const newest = world.sessions.at(-1);
  if (!newest) return null;
  return random.chance(0.6) ? newest : random.pick(world.sessions);
}

export const payByCard: Step = async (world, random, _deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  const card = random.weighted([
    [12, "4242424242424242"],
    [1, "4000000000000002"],
    [1, "4000000000000259"],
    [2, "4000000000007726"],
    [2, "4000000000005126"],
  ]);
  const isPaid = await stripe.payByCard(session, card);
  note(`pays session ${world.sessions.indexOf(session)} with ${card}${isPaid ? "" : ", in vain"}`);
};

const payByBank: Step = async (world, random, _deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  const answer = await stripe.payLater(session).catch(steered);
  if (answer?.payment_status === "unpaid" && !world.banked.includes(session)) world.banked.push(session);
  note(`pays session ${world.sessions.indexOf(session)} from a bank account${answer ? "" : ", in vain"}`);
};

const bankAnswers: Step = async (world, random, _deps, note) => {
  if (world.banked.length === 0) return;
  await answerOfBank(world, random, random.pick(world.banked), note);
};

async function answerOfBank(world: World, random: Random, session: string, note: (text: string) => void) {
  const outcome = random.pick(["succeeded", "succeeded", "failed"] as const);
  world.banked = world.banked.filter((one) => one !== session);
  await stripe.settleSession(session, outcome).catch(steered);
  note(`the bank says of session ${world.sessions.indexOf(session)}: ${outcome}`);
}

const comeBack: Step = async (world, random, deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  note(`the success page of session ${world.sessions.indexOf(session)}`);
  const { state } = await fulfil(deps, session);
  note(state);
};

/** Stripe tells something: what comes next, what comes later, what it has told before; or never tells it. */
export const hear: Step = async (world, random, deps, note) => {
  if (world.waiting.length === 0 || random.chance(0.5)) await world.listen();
  for (let events = random.whole(1, 2); events > 0; events--) {
    const isOld = world.delivered.length > 0 && random.chance(0.15);
    const from = isOld ? world.delivered : world.waiting;
    if (from.length === 0) return;
    const event = random.chance(0.6) ? from[0] : random.pick(from);
    if (!event) return;
    if (event.type !== "refund.failed" && random.chance(0.1)) {
      note(`${event.type} is lost`);
    } else {
      note(`hears ${event.type}${isOld ? " again" : ""}`);
      await receive(deps, event);
      if (!isOld) world.delivered.push(event);
    }
    world.waiting = world.waiting.filter((one) => one !== event);
  }
};

const sweep: Step = async (_world, random, deps, note) => {
  const all = Object.entries(sweeps);
  for (const [name, part] of random.chance(0.15) ? all : [random.pick(all)]) {
    note(`sweeps ${name}`);
    await part(deps);
  }
};

/** Who may be tried to make which move. */
const actors = ["buyer", "seller", "operator"] as const satisfies Actor[];
const names = Object.keys(transitions) as TransitionName[];

export const move: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (!order) return;
  const at = deps.clock.now();
  const mayBe = actors.flatMap((actor) =>
    transitionsFor(order, actor, at).map((name) => [weightOf(name, actor, order), { actor, name }] as const),
  );
  const isRight = mayBe.length > 0 && random.chance(0.9);
  const { actor, name } = isRight
    ? random.weighted(mayBe)
    : { actor: random.pick([...actors, null]), name: random.pick(names) };
  note(`${actor} tries to ${name} ${nameOf(world, order.id)}`);
  const refusal = refusalToTransition(name, order, actor, at);
  if (refusal || !actor) return note(`refused: ${refusal}`);
  const user = { buyer: order.buyerId, seller: order.sellerId, operator: world.universe.operator.id }[actor];
  const comes = { note: "Words.", ...(name === "answer" ? { answers: ["Blue"] } : {}) };
  const isMade = await apply(deps, order, name, { actor, user }, comes);
  note(isMade ? "made" : "came second");
  if (isMade) world.made.add(name);
  if (isMade && random.chance(0.5)) await refunds.work(deps, 0);
};

/** Forward more often than back, and by the one it belongs to more often than by the operator. */
function weightOf(name: TransitionName, actor: Actor, order: orders.Order): number {
  const isForward = ["start", "deliver", "revise", "answer"].includes(name) || order.status === "completed";
  return (
    (isForward ? 8 : name === "complete" ? 3 : name.startsWith("request") ? 2 : 1) *
    (actor === "operator" ? 0.3 : 1)
  );
}

const refundSome: Step = async (world, random, deps, note) => {
  const order = await someOrder(world, random, deps);
  if (order?.paymentStatus !== "paid" || order.hold === "dispute" || leftOf(order) === 0) return;
  const cents = random.chance(0.3) ? leftOf(order) : random.whole(1, leftOf(order));
  note(`the operator gives ${cents} cents of ${nameOf(world, order.id)} back`);
  const isMade = await refund(deps, order, cents, world.universe.operator.id, "A reason.");
  note(isMade ? "made" : "came second");
};

const dispute: Step = async (world, random, _deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  const opened = await stripe.disputeSession(session).catch(steered);
  note(`the bank disputes session ${world.sessions.indexOf(session)}${opened ? "" : ", in vain"}`);
};

const decide: Step = async (world, random, _deps, note) => {
  if (world.disputes.length === 0) return;
  await decideOn(random, random.pick(world.disputes), note);
};

async function decideOn(random: Random, id: string, note: (text: string) => void) {
  const status = random.pick(["won", "lost"] as const);
  const closed = await stripe.closeDispute(id, status).catch(steered);
  if (closed) note(`the bank decides a dispute: ${status}`);
}

const refundComes: Step = async (world, random, _deps, note) => {
  if (world.refunds.length === 0) return;
  const outcome = random.pick(["succeeded", "failed"] as const);
  const settled = await stripe.settleRefund(random.pick(world.refunds), outcome).catch(steered);
  note(`a refund ${outcome}${settled ? "" : ", in vain"}`);
};

const emptyBalance: Step = async (world, random, _deps, note) => {
  const isEmpty = random.chance(0.4);
  await world.universe.setBroke(isEmpty);
  note(isEmpty ? "there is no money at Stripe" : "there is money at Stripe");
};

const wait: Step = async (world, random, _deps, note) => {
  const ms = random.weighted([
    [4, random.whole(1, 30) * minute],
    [3, random.whole(1, 30) * hour],
    [2, random.whole(1, 15) * day],
  ]);
  note(`${(ms / hour).toFixed(1)} h pass`);
  await world.universe.pass(ms);
};

/** How often each comes. */
export const steps: readonly (readonly [number, Step])[] = [
  [4, buy],
  [2, openAgain],
  [6, payByCard],
  [2, payByBank],
  [2, bankAnswers],
  [4, comeBack],
  [6, hear],
  [4, sweep],
  [32, move],
  [2, refundSome],
  [1, dispute],
  [1, decide],
  [1, refundComes],
  [1, emptyBalance],
  [6, wait],
];

/** Nobody is in a hurry any more: banks decide, time passes, Stripe tells all that it has to tell unless it is never heard, the sweep runs. */
export function settleAll(ms: number, isDeaf: boolean): Step {
  return async (world, random, deps, note) => {
    await world.universe.setBroke(false);
    for (const session of world.banked) await answerOfBank(world, random, session, note);
    for (const id of world.disputes) await decideOn(random, id, note);
    await world.universe.pass(ms);
    await world.listen();
    // A refund may fail weeks later: only its event says so. Everything else must be found without any.
    const heard = world.waiting.splice(0).filter(({ type }) => !isDeaf || type === "refund.failed");
    note(`${ms / hour} h pass; hears ${heard.map(({ type }) => type).join(", ") || "nothing"}`);
    for (const event of heard) await receive(deps, event);
    await refunds.work(deps, 0);
    for (const part of Object.values(sweeps)) await part(deps);
  };
}

/** The newest most often. */
async function someOrder(world: World, random: Random, { db }: Deps): Promise<orders.Order | null> {
  const id = random.chance(0.6) ? world.orders.at(-1) : world.orders.length > 0 && random.pick(world.orders);
  return id ? await orders.find(db, id) : null;
}

function nameOf(world: World, id: string): string {
  return `order ${world.orders.indexOf(id)}`;
}

/** The stand-in refuses what cannot be; that is an answer too. */
function steered(error: unknown): null {
  if (error instanceof Error && / 40[0-9] /.test(error.message)) return null;
  throw error;
}
