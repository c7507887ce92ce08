import * as sessions from "#app/auth/sessions.server.ts";
import { day } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import { type AccountRow, changed, findOpen, isForgotten } from "#app/payouts/accounts/accounts.server.ts";
import { findOrOpen } from "#app/payouts/accounts/open-account.server.ts";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import { apply } from "#app/transitions/apply-transition.server.ts";
import { deps as atStripe } from "#tests/support/clock.ts";
import { control } from "#tests/support/payouts.ts";
import { db } from "#tests/support/visitor.ts";
import { nullIfRefused, type Step } from "./bank-steps.ts";
import type { Deps } from "./line.ts";
import type { Random } from "./random.ts";
import { goodNumber, sweeps, type World } from "./world.ts";

// What happens to a seller's orders, account and bank.

/** The newest order is worked on, delivered and completed, as far as it can be. */
export const finishOrder: Step = async (world, _random, deps, note) => {
  const id = world.orders.at(-1);
  for (const [name, actor] of finishing) {
    const order = id === undefined ? null : await orders.find(deps.db, id);
    if (!order || refusalToTransition(name, order, actor, deps.clock.now())) continue;
    const user = actor === "buyer" ? order.buyerId : order.sellerId;
    const isMade = await apply(deps, order, name, { actor, user }, { note: "Words.", answers: ["Blue"] });
    note(`${actor} tries to ${name} order ${world.orders.length - 1}: ${isMade ? "made" : "not made"}`);
  }
};

const finishing = [
  ["answer", "buyer"],
  ["start", "seller"],
  ["deliver", "seller"],
  ["complete", "buyer"],
] as const;

/** The seller's open account that Stripe has created; null if there is none. */
async function openAccount(world: World): Promise<(AccountRow & { stripeId: string }) | null> {
  const account = await findOpen(db, world.seller.id);
  return account?.stripeId ? { ...account, stripeId: account.stripeId } : null;
}

/** True if the seller has deleted their account. */
export async function hasLeft({ payoutSeller }: World): Promise<boolean> {
  return payoutSeller !== null && (await isForgotten(db, payoutSeller.id));
}

/** The product learns about a change to the account, or not yet. */
async function tell(world: World, random: Random, deps: Deps, note: (text: string) => void) {
  const account = await openAccount(world);
  if (!account) return;
  if (random.chance(0.6)) {
    note("which the product hears of");
    return await read(deps, account);
  }
  // The sweep may come between Stripe's decision and its event.
  await changed(db, account.id, { readAt: deps.clock.now() }, account.updatedAt);
  await sweeps.earnings?.(deps);
}

/** Stripe restricts the seller's account, refuses it, or allows it again. */
export const changeAccount: Step = async (world, random, deps, note) => {
  const account = await openAccount(world);
  if (!account) return;
  const status = random.weighted([
    [3, "active"],
    [2, "restricted"],
    [1, "rejected"],
  ] as const);
  const which = random.pick([{}, { capability: "stripe_transfers" }, { capability: "payouts" }]);
  const path = `accounts/${account.stripeId}/status`;
  const isSet = await control(path, { ...which, status }).catch(nullIfRefused);
  note(`the seller's account is ${status}${isSet ? "" : ", refused"}`);
  await tell(world, random, deps, note);
};

/** The seller sets another bank account. Payouts to some of these accounts fail. */
export const changeBank: Step = async (world, random, deps, note) => {
  const account = await openAccount(world);
  if (!account) return;
  const number = random.weighted([
    [2, goodNumber],
    [2, "000123456790"],
    [2, "000111111113"],
    [1, "000222222227"],
  ]);
  const { currency } = world.seller;
  const isSet = await control(`accounts/${account.stripeId}/bank`, { number, currency }).catch(nullIfRefused);
  note(`the seller names the bank account ${number}${isSet ? "" : ", refused"}`);
  await tell(world, random, deps, note);
};

/** Stripe pays the whole balance of the seller's account into the bank. */
export const payOutAccount: Step = async (world, _random, _deps, note) => {
  const account = await openAccount(world);
  const isPaid =
    account && (await control(`accounts/${account.stripeId}/payout`).then(() => true, nullIfRefused));
  note(isPaid ? "Stripe pays the seller's bank" : "there is nothing to pay into the seller's bank");
};

/** The seller's bank receives a payout, or returns it, even after it has received it. */
export const settlePayout: Step = async (world, random, deps, note) => {
  const account = await openAccount(world);
  if (!account) return;
  const listed = atStripe.stripe.payouts.list({ limit: 10 }, { stripeAccount: account.stripeId });
  const payouts = (await listed.catch(() => null))?.data ?? [];
  if (payouts.length === 0) return;
  const { id } = random.pick(payouts);
  const status = random.pick(["paid", "failed", "failed"] as const);
  const answer = status === "failed" ? { status, code: "account_closed" } : { status };
  const isSet = await control(`payouts/${id}/settle`, answer).catch(nullIfRefused);
  note(`a payout is ${status}${isSet ? "" : ", refused"}`);
  if (!isSet || random.chance(0.4)) return;
  note("which the product hears of");
  await onAccountEvent(deps, account.stripeId, { type: `payout.${status}`, objectId: id });
};

/** The platform's balance is paid out to its owner, or topped up. */
export const moveBalance: Step = async (_world, random, _deps, note) => {
  const isEmptied = random.chance(0.5);
  const body = isEmptied ? { pay_out: "all" } : { top_up: 1_000_000 };
  await control("balance", body).catch(nullIfRefused);
  note(isEmptied ? "the owner takes the balance" : "the owner fills the balance");
};

/** The seller sets up payouts, or fixes what Stripe does not accept. */
export const setUpPayouts: Step = async (world, _random, deps, note) => {
  if (await hasLeft(world)) return;
  const { id, email, registrationId, viewer, currency } = world.seller;
  const opener = { userId: viewer.id, held: (at: number) => sessions.held(deps.db, viewer, at) };
  const opened = await findOrOpen(deps, opener, { registrationId, email, name: "Bob", country: "US" }).catch(
    async (error: unknown) => {
      // The deletion of the account came first.
      if (await hasLeft(world)) return "left" as const;
      throw error;
    },
  );
  note(`the seller sets up payouts: ${typeof opened === "string" ? opened : "opened"}`);
  if (typeof opened === "string") return;
  const path = `accounts/${opened.stripeId}`;
  const before = await findOpen(db, id);
  if (!before?.bankSince || before.bankErrored)
    await control(`${path}/bank`, { number: goodNumber, currency }).catch(nullIfRefused);
  await control(`${path}/status`, { status: "active" }).catch(nullIfRefused);
  const account = await openAccount(world);
  if (account) await read(deps, account);
};

/** Stripe closes the seller's account, if it is empty. The product learns about it, or not yet. */
export const closeAccount: Step = async (world, random, deps, note) => {
  const account = await openAccount(world);
  if (!account) return;
  const isClosed = await control(`accounts/${account.stripeId}/close`).catch(nullIfRefused);
  note(`the seller's account is closed${isClosed ? "" : ", refused"}`);
  if (isClosed) await tell(world, random, deps, note);
};

/** The balance is topped up. Most sellers can be paid, and the product knows it. */
export async function readyToPay(...[world, random, deps, note]: Parameters<Step>): Promise<void> {
  await control("balance", { top_up: 5_000_000 });
  if (!random.chance(0.8)) return;
  const account = await openAccount(world);
  // A closed account needs a successor.
  if (account) await read(deps, account);
  await setUpPayouts(world, random, deps, note);
}

/** How long a schedule with payouts continues after its last step, in ms: until everything has cleared. */
export const untilCleared = 30 * day;
