import { eq } from "drizzle-orm";
import { day } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { apply } from "#app/transitions/apply-transition.server.ts";
import { payoutAccounts } from "#drizzle/schema.ts";
import { control } from "#tests/support/payouts.ts";
import { nullIfRefused, type Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import { sweeps, type World } from "./world.ts";

/** The newest order is worked on, delivered and completed, as far as it can be. */
export const finishOrder: Step = async (world, _random, deps, note) => {
  const id = world.orders.at(-1);
  for (const [name, actor] of finishing) {
    const order = id === undefined ? null : await orders.find(deps.db, id);
    if (!order || refusalToTransition(name, order, actor, deps.clock.now())) continue;
    const user = actor === "buyer" ? order.buyerId : order.sellerId;
    const isMade = await apply(deps, order, name, { actor, user }, { note: "Words." });
    note(`${actor} tries to ${name} order ${world.orders.length - 1}: ${isMade ? "made" : "not made"}`);
  }
};

const finishing = [
  ["start", "seller"],
  ["deliver", "seller"],
  ["complete", "buyer"],
] as const;

/** Stripe restricts the seller's account, or allows it again. The product hears of it, or not yet. */
export const changeAccount: Step = async (world, random, deps, note) => {
  const status = random.pick(["active", "restricted"] as const);
  const isHeard = random.chance(0.6);
  await setAccount(world, deps, status, isHeard);
  // The sweep may come between Stripe's decision and its event.
  if (!isHeard) await sweeps.earnings?.(deps);
  note(`the seller's account is ${status}${isHeard ? "" : ", which the product does not know yet"}`);
};

/** The seller names another bank account. */
export const changeBank: Step = async (world, _random, { db, clock }, note) => {
  const at = clock.now();
  await db
    .update(payoutAccounts)
    .set({ bankSince: at, bankIsFirst: false, updatedAt: at })
    .where(eq(payoutAccounts.id, world.universe.account.id));
  note("the seller changes the bank account");
};

/** Stripe pays everything that the seller's account holds into the bank. */
export const payOutAccount: Step = async (world, _random, _deps, note) => {
  const { stripeId } = world.universe.account;
  const isPaid = await control(`accounts/${stripeId}/payout`).then(() => true, nullIfRefused);
  note(isPaid ? "Stripe pays the seller's bank" : "there is nothing to pay into the seller's bank");
};

/** The platform's balance goes to its owner, or is filled. */
export const moveBalance: Step = async (_world, random, _deps, note) => {
  const isEmptied = random.chance(0.5);
  const body = isEmptied ? { pay_out: "all" } : { top_up: 1_000_000 };
  await control("balance", body).catch(nullIfRefused);
  note(isEmptied ? "the owner takes the balance" : "the owner fills the balance");
};

/** The seller can be paid: the account and the platform's balance are ready, and the product knows it. */
export async function readyToPay(world: World, deps: Deps): Promise<void> {
  await setAccount(world, deps, "active", true);
  await control("balance", { top_up: 5_000_000 });
  await deps.db
    .update(payoutAccounts)
    .set({ bankSince: 0 })
    .where(eq(payoutAccounts.id, world.universe.account.id));
}

async function setAccount(
  world: World,
  { db, clock }: Deps,
  status: "active" | "restricted",
  isHeard: boolean,
): Promise<void> {
  const { id, stripeId } = world.universe.account;
  await control(`accounts/${stripeId}/status`, { capability: "stripe_transfers", status });
  if (!isHeard) {
    await db.update(payoutAccounts).set({ readAt: clock.now() }).where(eq(payoutAccounts.id, id));
    return;
  }
  // As the product does when it reads the account at Stripe.
  const changes = { transfers: status, updatedAt: clock.now() };
  await db.batch([
    db.update(payoutAccounts).set(changes).where(eq(payoutAccounts.id, id)),
    earningsDueAgain(db, world.universe.seller.id, clock.now()),
  ]);
}

/** How long a schedule with payouts still lasts after its end, in ms: until everything has cleared. */
export const untilCleared = 30 * day;
