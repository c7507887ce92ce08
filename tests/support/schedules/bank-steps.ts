import * as stripe from "#tests/support/stripe.ts";
import type { Deps } from "./line.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** Something that a user does, or that happens, in a world. It describes itself with `note`. */
export type Step = (world: World, random: Random, deps: Deps, note: (text: string) => void) => Promise<void>;

/** A session, most often the newest, because that one is still open. */
export function someSession(world: World, random: Random): string | null {
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
  note(`pays session ${world.sessions.indexOf(session)} with ${card}${isPaid ? "" : ", refused"}`);
};

export const payByBank: Step = async (world, random, _deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  const answer = await stripe.payLater(session).catch(nullIfRefused);
  if (answer?.payment_status === "unpaid" && !world.waitingForBank.includes(session))
    world.waitingForBank.push(session);
  note(`pays session ${world.sessions.indexOf(session)} from a bank account${answer ? "" : ", refused"}`);
};

export const settleByBank: Step = async (world, random, _deps, note) => {
  if (world.waitingForBank.length === 0) return;
  await settle(world, random, random.pick(world.waitingForBank), note);
};

/** The bank answers for a session. */
export async function settle(world: World, random: Random, session: string, note: (text: string) => void) {
  const outcome = random.pick(["succeeded", "succeeded", "failed"] as const);
  world.waitingForBank = world.waitingForBank.filter((one) => one !== session);
  await stripe.settleSession(session, outcome).catch(nullIfRefused);
  note(`the bank answers for session ${world.sessions.indexOf(session)}: ${outcome}`);
}

export const openDispute: Step = async (world, random, _deps, note) => {
  const session = someSession(world, random);
  if (!session) return;
  // Half of the disputes are about a part of the payment.
  const amount = random.chance(0.5) ? random.whole(1, 4000) : undefined;
  const opened = await stripe.disputeSession(session, amount).catch(nullIfRefused);
  const what = `${amount ?? "all"} cents of session ${world.sessions.indexOf(session)}`;
  note(`the bank disputes ${what}${opened ? "" : ", refused"}`);
};

export const closeDispute: Step = async (world, random, _deps, note) => {
  if (world.disputes.length === 0) return;
  await decideDispute(random, random.pick(world.disputes), note);
};

/** The bank decides a dispute. */
export async function decideDispute(random: Random, id: string, note: (text: string) => void) {
  const status = random.pick(["won", "lost"] as const);
  const closed = await stripe.closeDispute(id, status).catch(nullIfRefused);
  if (closed) note(`the bank decides a dispute: ${status}`);
}

export const settleRefund: Step = async (world, random, _deps, note) => {
  if (world.refunds.length === 0) return;
  const outcome = random.pick(["succeeded", "failed"] as const);
  const settled = await stripe.settleRefund(random.pick(world.refunds), outcome).catch(nullIfRefused);
  note(`a refund ${outcome}${settled ? "" : ", refused"}`);
};

export const changeBalance: Step = async (world, random, _deps, note) => {
  const isEmpty = random.chance(0.4);
  await world.universe.setBalanceEmpty(isEmpty);
  note(isEmpty ? "the balance at Stripe is empty" : "the balance at Stripe is sufficient");
};

/** The stand-in refuses what is impossible. A schedule accepts that as a result. @throws any other error */
export function nullIfRefused(error: unknown): null {
  if (error instanceof Error && / 40[0-9] /.test(error.message)) return null;
  throw error;
}
