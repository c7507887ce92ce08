import type Stripe from "stripe";
import { afterEach, beforeAll, expect, test } from "vitest";
import { deliveries, faults } from "../support/stripe.ts";
import { connectedAccount, setTransfers, transfer } from "./connected.ts";
import { differencesTo } from "./fixture.ts";
import {
  balanceOf,
  client,
  control,
  eventsAbout,
  newestEvent,
  refusalOf,
  stripe,
  typesAfter,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(async () => {
  await deliveries("off");
  await control("balance", { top_up: 1_000_000 });
});
afterEach(() => faults([]));

const refused = async (promise: Promise<unknown>) => {
  const { statusCode, code } = await refusalOf(promise);
  return [statusCode, code];
};

test("A transfer moves money from the platform to a connected account", async () => {
  const destination = await connectedAccount();
  const [before, event] = [await balanceOf(), await newestEvent()];
  const made = await stripe.transfers.create({
    amount: 4800,
    currency: "usd",
    destination,
    description: "Order 7",
    metadata: { call: "mc_1" },
    transfer_group: "order-7",
  });
  expect(differencesTo("transfer", made)).toEqual([]);
  expect(made).toMatchObject({
    amount: 4800,
    amount_reversed: 0,
    destination,
    description: "Order 7",
    metadata: { call: "mc_1" },
    reversed: false,
    transfer_group: "order-7",
  });
  expect(await typesAfter(event)).toEqual(["transfer.created"]);
  expect((await balanceOf()).available).toBe(before.available - 4800);
  expect(await balanceOf(destination)).toMatchObject({ available: 4800, pending: 0, currency: "usd" });
  const expanded = await stripe.transfers.retrieve(made.id, { expand: ["balance_transaction"] });
  expect(expanded.balance_transaction).toMatchObject({
    type: "transfer",
    reporting_category: "transfer",
    amount: -4800,
    net: -4800,
    source: made.id,
  });
  const { data } = await stripe.balanceTransactions.list({}, { stripeAccount: destination });
  expect(data).toMatchObject([
    {
      type: "payment",
      amount: 4800,
      fee: 0,
      net: 4800,
      source: made.destination_payment,
      status: "available",
    },
  ]);
  expect(differencesTo("balance_transaction", data[0] ?? {})).toEqual([]);
});

test("Transfers are listed by group, destination and time, newest first", async () => {
  const [one, other] = [await connectedAccount(), await connectedAccount()];
  const first = await transfer(one, 100, `group-${one}`);
  const second = await transfer(one, 200, `group-${one}`);
  const third = await transfer(other, 300, `group-${other}`);
  const ids = async (params: Stripe.TransferListParams) =>
    (await stripe.transfers.list(params)).data.map(({ id }) => id);
  expect(await ids({ transfer_group: `group-${one}` })).toEqual([second.id, first.id]);
  expect(await ids({ destination: other })).toEqual([third.id]);
  expect(await ids({ destination: one, limit: 1, starting_after: second.id })).toEqual([first.id]);
  expect(await ids({ destination: one, created: { lt: first.created } })).toEqual([]);
  expect(await refused(stripe.transfers.retrieve("tr_none"))).toEqual([404, "resource_missing"]);
});

test("A transfer is refused with Stripe's codes", async () => {
  const ready = await connectedAccount();
  const { available } = await balanceOf();
  expect(await refused(transfer(ready, available + 1))).toEqual([400, "balance_insufficient"]);
  const limited = await connectedAccount();
  for (const status of ["pending", "restricted", "rejected", "unsupported"]) {
    await setTransfers(limited, status);
    const code = "insufficient_capabilities_for_transfer";
    expect(await refused(transfer(limited, 100))).toEqual([400, code]);
  }
  expect(await refused(transfer(await connectedAccount({ country: "BR" }), 100))).toEqual([
    400,
    "transfers_not_allowed",
  ]);
  expect(await refused(transfer("acct_none", 100))).toEqual([400, "resource_missing"]);
  const closed = await connectedAccount();
  await stripe.v2.core.accounts.close(closed, { applied_configurations: ["recipient"] });
  expect(await refused(transfer(closed, 100))).toEqual([403, "account_invalid"]);
  for (const wrong of [
    { amount: 0 },
    { amount: -5 },
    { currency: "eur" },
    { source_type: "card" },
    { x: 1 },
  ]) {
    const params = { amount: 100, currency: "usd", destination: ready, ...wrong };
    expect((await refusalOf(stripe.transfers.create(params))).statusCode).toBe(400);
  }
  expect((await balanceOf()).available).toBe(available);
});

test("A refusal is repeated under its key, and a transfer is made once", async () => {
  const destination = await connectedAccount();
  await setTransfers(destination, "pending");
  const params = { amount: 100, currency: "usd", destination };
  const key = { idempotencyKey: crypto.randomUUID() };
  const code = "insufficient_capabilities_for_transfer";
  expect(await refused(stripe.transfers.create(params, key))).toEqual([400, code]);
  await setTransfers(destination, "active");
  expect(await refused(stripe.transfers.create(params, key))).toEqual([400, code]);
  const other = { idempotencyKey: crypto.randomUUID() };
  const made = await stripe.transfers.create(params, other);
  expect((await stripe.transfers.create(params, other)).id).toBe(made.id);
  expect((await balanceOf(destination)).available).toBe(100);
});

test("A truncated answer leaves a transfer that only a retry or the list shows", async () => {
  const destination = await connectedAccount();
  const params = { amount: 100, currency: "usd", destination };
  const key = { idempotencyKey: crypto.randomUUID() };
  await faults([{ path: "/v1/transfers", method: "POST", status: "cut", after: true }]);
  await expect(client(2000).transfers.create(params, key)).rejects.toThrow();
  const [made] = (await stripe.transfers.list({ destination })).data;
  expect((await stripe.transfers.create(params, key)).id).toBe(made?.id);
  await faults([{ path: "/v1/transfers", method: "POST", status: 500 }]);
  await expect(transfer(destination, 300)).rejects.toThrow("An unknown error");
  expect((await balanceOf(destination)).available).toBe(100);
});

test("A reversal returns a part or the rest to the platform", async () => {
  const destination = await connectedAccount();
  const made = await transfer(destination, 1000);
  const [before, event] = [await balanceOf(), await newestEvent()];
  const first = await stripe.transfers.createReversal(made.id, { amount: 300, metadata: { call: "mc_2" } });
  expect(differencesTo("transfer_reversal", first)).toEqual([]);
  expect(first).toMatchObject({ amount: 300, metadata: { call: "mc_2" }, transfer: made.id });
  const rest = await stripe.transfers.createReversal(made.id);
  expect(rest.amount).toBe(700);
  expect(await typesAfter(event)).toEqual(["transfer.reversed", "transfer.reversed"]);
  expect(await stripe.transfers.retrieve(made.id)).toMatchObject({
    amount_reversed: 1000,
    reversed: true,
    reversals: { data: [{ id: rest.id }, { id: first.id }] },
  });
  expect((await balanceOf()).available).toBe(before.available + 1000);
  expect((await balanceOf(destination)).available).toBe(0);
  const { data } = await stripe.transfers.listReversals(made.id, { limit: 1 });
  expect(data.map(({ id }) => id)).toEqual([rest.id]);
  expect((await stripe.transfers.retrieveReversal(made.id, first.id)).amount).toBe(300);
  const booked = await stripe.balanceTransactions.retrieve(String(first.balance_transaction));
  expect(booked).toMatchObject({
    type: "transfer_refund",
    reporting_category: "transfer_reversal",
    net: 300,
  });
  const taken = await stripe.balanceTransactions.list(
    { type: "payment_refund" },
    { stripeAccount: destination },
  );
  expect(taken.data.map(({ net }) => net)).toEqual([-700, -300]);
});

test("A reversal is refused for more than is left, and for more than the account holds", async () => {
  const destination = await connectedAccount();
  const made = await transfer(destination, 1000);
  const other = await transfer(destination, 50);
  const tooMuch = await refusalOf(stripe.transfers.createReversal(made.id, { amount: 1001 }));
  expect([tooMuch.statusCode, tooMuch.param]).toEqual([400, "amount"]);
  await control(`accounts/${destination}/payout`, { amount: 700 });
  expect(await refused(stripe.transfers.createReversal(made.id))).toEqual([400, "balance_insufficient"]);
  expect((await stripe.transfers.createReversal(made.id, { amount: 350 })).amount).toBe(350);
  expect(await refused(stripe.transfers.createReversal(other.id))).toEqual([400, "balance_insufficient"]);
  expect(await refused(stripe.transfers.createReversal("tr_none"))).toEqual([404, "resource_missing"]);
  const whole = await transfer(await connectedAccount(), 10);
  await stripe.transfers.createReversal(whole.id);
  expect((await refusalOf(stripe.transfers.createReversal(whole.id))).message).toContain(
    "already fully reversed",
  );
});

test("Stripe's dashboard reverses a transfer, which the API shows", async () => {
  const made = await transfer(await connectedAccount(), 1000);
  expect((await control(`transfers/${made.id}/reverse`, { amount: 400 })).status).toBe(200);
  expect(await stripe.transfers.retrieve(made.id)).toMatchObject({ amount_reversed: 400, reversed: false });
  expect((await control(`transfers/${made.id}/reverse`)).status).toBe(200);
  expect((await eventsAbout(made.id)).map(({ type }) => type)).toEqual([
    "transfer.created",
    "transfer.reversed",
    "transfer.reversed",
  ]);
  expect((await control(`transfers/${made.id}/reverse`, { amount: 1.5 })).status).toBe(400);
});

test("A transfer to an account in euros converts at 0.90 immediately, and gives back the same euros", async () => {
  const destination = await connectedAccount({ country: "DE", currency: "eur" });
  const made = await transfer(destination, 1005);
  expect(await balanceOf(destination)).toMatchObject({ available: 905, currency: "eur" });
  const { data } = await stripe.balanceTransactions.list({}, { stripeAccount: destination });
  expect(data).toMatchObject([{ amount: 905, currency: "eur", exchange_rate: 0.9, net: 905 }]);
  for (const amount of [5, 5, 5, 990]) await stripe.transfers.createReversal(made.id, { amount });
  expect((await balanceOf(destination)).available).toBe(0);
});
