import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outdatedProposal, proposingLabel } from "#app/admin/approvals/proposal.ts";
import { findVersion } from "#app/admin/payouts/seller-payouts.server.ts";
import { auditLog, factors, orders, outbox, payments, proposals, settings, users } from "#drizzle/schema.ts";
import { addFactor, deleteAccount, withPassword } from "#tests/support/accounts/deletion.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { faultyDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import { day, minute, now, pass, sweep } from "#tests/support/clock.ts";
import { usernameOf } from "#tests/support/factories.ts";
import { accountOf, balancesOf, completedOrder, control, readyAccount } from "#tests/support/payouts.ts";
import { paidAtStripe, paidOrder } from "#tests/support/purchase.ts";
import { deliver, deliveries } from "#tests/support/stripe.ts";
import { db, type Visitor, visitor } from "#tests/support/visitor.ts";
import { choose, running } from "../orders/an-extra.ts";
import { paidSeller, registrationOf } from "../sellers/applicant.ts";
import { act, reason, stateOf } from "./orders/operator-order.ts";

await deliveries("off");

/** An operator with a verified second factor. */
async function withFactor(): Promise<Visitor> {
  const { ann } = await operator();
  await addFactor(ann.id);
  return ann;
}

const eve = await withFactor();
const mallory = await withFactor();

const setSum = async (value: string) => {
  await db.delete(settings).where(eq(settings.key, "second_operator"));
  if (value !== "") await db.insert(settings).values({ key: "second_operator", value });
};

beforeEach(async () => {
  await setSum("50");
});

const newest = async () => {
  const [row] = await db.select().from(proposals).orderBy(desc(proposals.number)).limit(1);
  if (!row) throw new Error("No proposal");
  return row;
};

const decide = async (by: Visitor, intent: "confirm" | "decline", id?: string, because = reason) =>
  by.submit("/admin/approvals", { intent, id: id ?? (await newest()).id, reason: because });

/** Time passes, and the operators sign in again. */
async function wait(ms: number): Promise<void> {
  await pass(ms);
  for (const one of [eve, mallory]) await one.beginSession({ aal: "aal2", role: "operator" });
}

/** Eve sends a form of a person's payouts, with the version that its page shows. */
const payouts = async (user: Visitor, fields: Record<string, string>) =>
  await eve.submit(`/admin/payouts/${user.id}`, {
    reason,
    version: String(await findVersion(db, user.id)),
    ...fields,
  });

const actionsOf = async (subjectId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.number)).map(
    ({ action, operatorId }) => [action, operatorId === eve.id ? "eve" : "mallory"],
  );

/** What the button of a page that confirms a decision says. */
const buttonOn = async (path: string, intent: string) => {
  const { html } = await eve.get(path);
  return new RegExp(`value="${intent}"[^>]*>(?:<[^>]*>)*([^<]*)`).exec(html)?.[1];
};

test("A button says ‘Propose’ only if another operator must confirm its decision", () => {
  expect(["Yes, refund $5.00 and end it", "Refund $5.00"].map(proposingLabel)).toEqual([
    "Propose to refund $5.00 and end it",
    "Propose to refund $5.00",
  ]);
});

test("A refund above the set total waits for another operator, however it is split", async () => {
  const { order, ann: buyer } = await paidOrder();
  const orderPage = `/admin/orders/${order.id}`;
  for (const [query, intent, label] of [
    ["refund=50", "refund", "Refund $50.00"],
    ["refund=50.01", "refund", "Propose to refund $50.01"],
    ["confirm=operator-cancel", "operator-cancel", "Propose to refund $80.00 and end it"],
  ] as const)
    expect(await buttonOn(`${orderPage}?${query}`, intent)).toBe(label);
  expect((await act(eve, order.id, { intent: "refund", amount: "30" })).status).toBe(303);
  const refundsOf = async () => (await stateOf(order.id)).refunds.map(({ state }) => state);
  await expect.poll(refundsOf).toEqual(["confirmed"]);
  const mails = async () => (await db.select().from(outbox).where(eq(outbox.userId, buyer.id))).length;
  const [before, mailsBefore] = [await stateOf(order.id), await mails()];
  const proposed = await act(eve, order.id, { intent: "refund", amount: "20.01" });
  expect([proposed.status, proposed.location]).toEqual([303, `/admin/orders/${order.id}`]);
  const page = await eve.get(`/admin/orders/${order.id}`);
  expect(page.text).toContain("Waiting for a second operator: Refund $20.01");
  const asking = await eve.get(`${orderPage}?confirm=operator-cancel`);
  expect(asking.text).toContain("Waiting for a second operator: Refund $20.01");
  expect(await stateOf(order.id)).toMatchObject({ order: before.order, refunds: before.refunds });
  expect(await mails()).toBe(mailsBefore);
  const again = await act(eve, order.id, { intent: "refund", amount: "25" });
  expect([again.status, again.text.includes("already waiting for a second operator")]).toEqual([409, true]);

  const own = await decide(eve, "confirm");
  expect([own.status, own.text.includes("Another operator needs to confirm what you proposed")]).toEqual([
    409,
    true,
  ]);
  expect(own.html).toContain(`>${reason}</textarea>`);
  const listed = await mallory.get("/admin/approvals");
  for (const words of ["Refund $20.01", reason, "Confirm: Refund $20.01"])
    expect(listed.text).toContain(words);
  expect((await eve.get("/admin/approvals")).text).not.toContain("Confirm: Refund");
  const short = await decide(mallory, "confirm", undefined, "no");
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);

  const twice = await Promise.all(
    [1, 2].map(() => decide(mallory, "confirm", undefined, "I have read their letters")),
  );
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const after = await stateOf(order.id);
  expect(after.order.refundedCashCents).toBe(5001);
  expect(after.refunds.filter(({ params }) => params.includes("2001"))).toHaveLength(1);
  expect(await mails()).toBeGreaterThan(mailsBefore);
  expect(await actionsOf(order.id)).toEqual([
    ["refund", "eve"],
    ["propose", "eve"],
    ["confirm-proposal", "mallory"],
    ["refund", "mallory"],
  ]);
  // The total is above the set sum, so even the smallest refund waits.
  await act(mallory, order.id, { intent: "refund", amount: "0.01" });
  expect(await newest()).toMatchObject({ cents: 1, operatorId: mallory.id, state: "open" });
  expect((await decide(eve, "confirm")).status).toBe(303);
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(5002);
});

test("A declined, withdrawn or expired proposal does nothing, and can be made again", async () => {
  const { order } = await paidOrder();
  const propose = () => act(eve, order.id, { intent: "operator-cancel" });
  for (const by of [mallory, eve]) {
    await propose();
    expect(await newest()).toMatchObject({ action: "operator-cancel", cents: 8000, state: "open" });
    expect((await decide(by, "decline")).status).toBe(303);
    expect((await newest()).state).toBe("declined");
    for (const intent of ["confirm", "decline"] as const)
      expect((await decide(mallory, intent)).status).toBe(409);
  }
  await propose();
  await wait(7 * day);
  expect((await mallory.get("/admin/approvals")).text).toContain("Nothing is waiting for a second operator");
  const late = await decide(mallory, "confirm");
  expect([late.status, late.text.includes("not confirmed within 7 days")]).toEqual([409, true]);
  const declined = await decide(mallory, "decline");
  expect([declined.status, declined.text.includes("not confirmed within 7 days")]).toEqual([409, true]);
  expect((await decide(mallory, "decline")).status).toBe(409);
  const { order: left, refunds } = await stateOf(order.id);
  expect([left.status, refunds]).toEqual([order.status, []]);
  expect((await mallory.get("/admin/approvals")).text).toContain(
    "Not confirmed in time: Cancel and refund $80.00",
  );
  await propose();
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect((await stateOf(order.id)).order.status).toBe("cancelled");
});

test("If its subject has changed since, a proposal is not carried out, but can be declined", async () => {
  const { order } = await paidOrder();
  expect((await act(eve, order.id, { intent: "refund", amount: "60" })).status).toBe(303);
  expect(await newest()).toMatchObject({ subjectId: order.id, cents: 6000 });
  expect((await act(eve, order.id, { intent: "start" })).status).toBe(303);
  const stale = await decide(mallory, "confirm");
  expect([stale.status, stale.text.includes(outdatedProposal)]).toEqual([409, true]);
  expect((await newest()).state).toBe("open");
  expect((await stateOf(order.id)).refunds).toEqual([]);
  expect((await decide(mallory, "decline")).status).toBe(303);
});

test("A proposal that was stored without a version cannot be confirmed, only declined", async () => {
  const { order } = await paidOrder();
  const id = crypto.randomUUID();
  await db.insert(proposals).values({
    ...{ id, kind: "order", subjectId: order.id, action: "operator-cancel", cents: 8000 },
    ...{ input: { intent: "operator-cancel", reason }, reason, operatorId: eve.id, at: now() },
    expiresAt: now() + day,
  });
  const stale = await decide(mallory, "confirm", id);
  expect([stale.status, stale.text.includes(outdatedProposal)]).toEqual([409, true]);
  expect((await stateOf(order.id)).order.status).not.toBe("cancelled");
  expect((await decide(mallory, "decline", id)).status).toBe(303);
});

test("A form without the version of its page is not proposed", async () => {
  const { order } = await paidOrder();
  for (const intent of ["refund", "operator-cancel"])
    for (const version of [{}, { version: "" }, { version: "x" }]) {
      const form = { intent, amount: "80", reason, ...version };
      expect((await eve.submit(`/admin/orders/${order.id}`, form)).status).toBe(400);
    }
  for (const intent of ["pay-by-hand", "write-off", "reverse", "release"])
    for (const version of [{}, { version: "" }, { version: "x" }]) {
      const form = { intent, amount: "80", id: order.id, reference: "Wire 1", reason, ...version };
      const refused = await eve.submit(`/admin/payouts/${order.sellerId}`, form);
      expect([400, 409]).toContain(refused.status);
    }
  const unseen = await eve.submit("/admin/settings", { id: "second_operator", value: "70", reason });
  expect(unseen.status).toBe(409);
  expect(await db.select().from(proposals).where(eq(proposals.subjectId, order.id))).toEqual([]);
  expect(await db.select().from(proposals).where(eq(proposals.kind, "setting"))).toEqual([]);
});

test("Returned fees and payments, payments by hand and write-offs also wait for a second operator", async () => {
  await setSum("10");
  const { ann } = await paidSeller();
  const { seller } = await registrationOf(ann.id);
  const pick = `${seller.id}:${seller.version}`;
  const returning = `/admin/applications?id=${seller.id}&confirm=return-fee`;
  expect(await buttonOn(returning, "return-fee")).toBe("Propose to refund $50.00");
  await setSum("50");
  expect(await buttonOn(returning, "return-fee")).toBe("Yes, refund $50.00");
  await setSum("10");
  await eve.submit("/admin/applications", { pick, intent: "refuse-and-return", rule: "conduct", reason });
  expect(await newest()).toMatchObject({ kind: "application", subjectId: ann.id, cents: 5000 });
  expect((await registrationOf(ann.id)).seller.status).toBe("active");
  for (const query of ["", "&confirm=return-fee"])
    expect((await eve.get(`/admin/applications?id=${seller.id}${query}`)).text).toContain(
      "Waiting for a second operator: Refuse and return $50.00",
    );
  // An earlier release proposed refusals without a rule.
  const { number, ...proposed } = await newest();
  await decide(mallory, "decline");
  const { rule, ...input } = proposed.input as Record<string, unknown>;
  expect([number > 0, rule]).toEqual([true, "conduct"]);
  await db.insert(proposals).values({ ...proposed, id: crypto.randomUUID(), input });
  const without = await decide(mallory, "confirm");
  expect([without.status, without.text.includes("names no rule")]).toEqual([409, true]);
  await decide(mallory, "decline");
  await eve.submit("/admin/applications", { pick, intent: "refuse-and-return", rule: "conduct", reason });
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect((await registrationOf(ann.id)).seller).toMatchObject({ status: "suspended", refundedCents: 5000 });

  const { order: bought, event } = await paidAtStripe();
  await db.update(orders).set({ priceCents: 7900 }).where(eq(orders.id, bought.id));
  await deliver(event);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, bought.id));
  expect(await buttonOn(`/admin/payments?confirm=${payment?.id}`, "refund")).toBe("Propose to refund $80.00");
  await eve.submit("/admin/payments", { pick: `${payment?.id}:0`, intent: "refund", reason });
  expect(await newest()).toMatchObject({ kind: "payment", action: "return-payment", cents: 8000 });
  expect((await decide(mallory, "confirm")).status).toBe(303);
  const [returned] = await db.select().from(payments).where(eq(payments.orderId, bought.id));
  expect(returned?.outcome).toBe("returned");

  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await wait(15 * day);
  await sweep();
  const byHand = await eve.get(`/admin/payouts/${bob.id}?confirm=pay-by-hand`);
  expect(byHand.text).toContain("Above the limit in Settings, another operator must confirm it");
  await payouts(bob, { intent: "pay-by-hand", amount: "80", reference: "SEPA 7" });
  expect(await newest()).toMatchObject({ kind: "payouts", action: "pay-by-hand", cents: 8000 });
  for (const [path, words] of [
    [`/admin/payouts/${bob.id}`, "Waiting for a second operator: Pay by hand $80.00"],
    ["/admin/approvals", "The bank's reference: SEPA 7"],
  ] as const)
    expect((await mallory.get(path)).text).toContain(words);
  expect(await balancesOf(order.id)).not.toHaveProperty("bank");
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect(await balancesOf(order.id)).toMatchObject({ bank: -8000 });
});

test("An operator who is a party can neither confirm nor decline what another operator has proposed", async () => {
  await setSum("10");
  const { ann } = await paidSeller();
  const { seller } = await registrationOf(ann.id);
  const pick = `${seller.id}:${seller.version}`;
  const { order, ann: buyer, bob } = await paidOrder();
  const { order: bought, ann: payer, event } = await paidAtStripe();
  await db.update(orders).set({ priceCents: 7900 }).where(eq(orders.id, bought.id));
  await deliver(event);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, bought.id));
  const refund = { intent: "refund", reason };
  for (const [parties, propose] of [
    [[buyer, bob], () => act(eve, order.id, { intent: "refund", amount: "60" })],
    [[ann], () => eve.submit("/admin/applications", { pick, intent: "return-fee", reason })],
    [[payer], () => eve.submit("/admin/payments", { pick: `${payment?.id}:0`, ...refund })],
  ] as const) {
    expect((await propose()).status).toBe(303);
    for (const party of parties) {
      await db.update(users).set({ role: "operator" }).where(eq(users.id, party.id));
      await party.beginSession({ aal: "aal2", role: "operator" });
      for (const intent of ["confirm", "decline"] as const)
        expect([intent, (await decide(party, intent)).status]).toEqual([intent, 403]);
    }
    expect((await newest()).state).toBe("open");
    expect((await decide(mallory, "decline")).status).toBe(303);
  }
});

test("A proposal leaves the open card page of an extra to its buyer", async () => {
  const { ann, order } = await running();
  const cardPage = await choose(ann, order.id, "source-file");
  for (const intent of ["refund", "operator-cancel"]) {
    expect((await act(eve, order.id, { intent, amount: "80" })).status).toBe(303);
    expect(await newest()).toMatchObject({ subjectId: order.id, action: intent, state: "open" });
    expect(await choose(ann, order.id, "source-file")).toBe(cardPage);
    expect((await decide(mallory, "decline")).status).toBe(303);
  }
});

test("A debt is written off by two operators", async () => {
  await setSum("");
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await wait(15 * day);
  await sweep();
  await control(`accounts/${(await accountOf(bob.id)).stripeId}/payout`);
  await act(eve, order.id, { intent: "refund", amount: "80", bearer: "seller" });
  await pass(minute);
  for (let i = 0; i < 3; i++) await sweep();
  await setSum("50");
  const writingOff = `/admin/payouts/${bob.id}?confirm=write-off&id=${order.id}`;
  expect(await buttonOn(writingOff, "write-off")).toBe("Propose to write off $80.00");
  await payouts(bob, { intent: "write-off", id: order.id });
  expect(await newest()).toMatchObject({ action: "write-off-debt", cents: 8000 });
  expect(await balancesOf(order.id)).toMatchObject({ seller_debts: 8000 });
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect(await balancesOf(order.id)).toMatchObject({ write_offs: 8000 });
});

test("The sum can be set only while two operators have a second factor, and a lone operator decides alone", async () => {
  await setSum("");
  const set = (by: Visitor, seen: string, value: string) =>
    by.submit("/admin/settings", { id: "second_operator", seen, value, reason });
  await db.update(factors).set({ status: "unverified" }).where(eq(factors.userId, mallory.id));
  const alone = await set(eve, "", "50");
  expect([alone.status, alone.text.includes("Two operators with a second factor are needed")]).toEqual([
    403,
    true,
  ]);
  expect(alone.html).toContain('value="50"');
  await setSum("50");
  const { order } = await paidOrder();
  expect((await act(eve, order.id, { intent: "operator-cancel" })).status).toBe(303);
  expect((await stateOf(order.id)).order.status).toBe("cancelled");

  await setSum("");
  await db.update(factors).set({ status: "verified" }).where(eq(factors.userId, mallory.id));
  expect((await set(eve, "", "$1,000")).status).toBe(303);
  const on = await eve.get("/admin/settings");
  for (const words of [
    "Second operator Above $1,000",
    "Propose to change second operator",
    "Change clearing",
  ])
    expect(on.text).toContain(words);
  // One operator alone cannot turn it off.
  await set(eve, "1000", "");
  expect(await newest()).toMatchObject({ kind: "setting", cents: 0, state: "open" });
  for (const words of ["Change a setting", "Above $1,000 → Off"])
    expect((await mallory.get("/admin/approvals")).text).toContain(words);
  const waiting = await eve.get("/admin/settings");
  expect(waiting.text).toContain("Waiting for a second operator: Change a setting");
  expect(waiting.text).toMatch(
    new RegExp(`Above \\$1,000 since .*, set by @${await usernameOf(db, eve.id)}`),
  );
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect((await eve.get("/admin/settings")).text).toContain("Second operator Off");
});

test("Only operators see the page", async () => {
  for (const stranger of [await visitor.signedIn(), visitor.signedOut()]) {
    expect((await stranger.get("/admin/approvals")).status).toBe(404);
    expect((await decide(stranger, "confirm")).status).toBe(404);
  }
});

test("What an operator has proposed is withdrawn with their role, and another operator can propose it", async () => {
  const trent = await withFactor();
  const bought = [await paidOrder(), await paidOrder()];
  for (const { order } of bought) await act(trent, order.id, { intent: "refund", amount: "60" });
  const [first, second] = bought.map(({ order }) => order.id);
  const taken = { intent: "take", id: trent.id, reason };
  const page = await eve.get(`/admin/operators?confirm=take&who=${trent.id}`);
  expect(page.text).toContain("What they have proposed is withdrawn");
  expect((await eve.submit("/admin/operators", taken)).status).toBe(303);
  const of = (id = "") => db.select().from(proposals).where(eq(proposals.subjectId, id));
  for (const id of [first, second])
    expect(await of(id)).toMatchObject([
      { state: "declined", decidedBy: eve.id, decidedAt: expect.any(Number) },
    ]);
  expect(await actionsOf(first ?? "")).toEqual([
    ["propose", "mallory"],
    ["decline-proposal", "eve"],
  ]);
  const [old] = await of(first);
  const late = await decide(mallory, "confirm", old?.id);
  expect([late.status, late.text.includes("This has already been decided")]).toEqual([409, true]);
  const list = await mallory.get("/admin/approvals");
  const name = await usernameOf(db, trent.id);
  expect(list.text).toContain(`proposed by @${name}, who is no longer an operator`);
  await act(eve, first ?? "", { intent: "refund", amount: "60" });
  expect((await decide(mallory, "confirm")).status).toBe(303);
  expect((await stateOf(first ?? "")).order.refundedCashCents).toBe(6000);
});

test("A proposal of someone who lost the role on the command line cannot be confirmed, only declined", async () => {
  const trent = await withFactor();
  const { order } = await paidOrder();
  await act(trent, order.id, { intent: "refund", amount: "60" });
  await db.update(users).set({ role: "user" }).where(eq(users.id, trent.id));
  const list = await mallory.get("/admin/approvals");
  expect(list.text).toContain(`by @${await usernameOf(db, trent.id)}, who is no longer an operator`);
  expect(list.text).not.toContain("Confirm: Refund $60.00");
  const refused = await decide(mallory, "confirm");
  expect([refused.status, refused.text.includes("is no longer an operator")]).toEqual([409, true]);
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(0);
  expect((await decide(mallory, "decline")).status).toBe(303);
});

test("If the proposer loses the role between the check and the write of a confirmation, nothing is written", async () => {
  const trent = await withFactor();
  const { order } = await paidOrder();
  await act(trent, order.id, { intent: "refund", amount: "60" });
  const { id } = await newest();
  let isFirst = true;
  mallory.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (!sql.includes('insert into "audit_log"') || !isFirst) return false;
      isFirst = false;
      await db.update(users).set({ role: "user" }).where(eq(users.id, trent.id));
      return false;
    }),
  });
  const late = await decide(mallory, "confirm", id);
  mallory.send = visitor.signedOut().send;
  expect([isFirst, late.status, (await newest()).state]).toEqual([false, 409, "open"]);
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(0);
  expect((await decide(mallory, "decline", id)).status).toBe(303);
});

test("No operator can suspend the second operator, or appoint one who can confirm immediately", async () => {
  await setSum("50");
  const { order } = await paidOrder();
  const suspended = await eve.submit(`/admin/users/${mallory.id}`, {
    intent: "suspend",
    rule: "conduct",
    reason,
  });
  expect([suspended.status, suspended.text.includes("is an operator: remove the role first")]).toEqual([
    409,
    true,
  ]);
  await act(eve, order.id, { intent: "refund", amount: "60" });

  const bob = await visitor.signedIn();
  await addFactor(bob.id);
  await db.update(factors).set({ verifiedAt: 1 }).where(eq(factors.userId, bob.id));
  const role = (intent: string, { id }: Visitor) =>
    eve.submit(`/admin/operators?confirm=${intent}&who=${id}`, { intent, id, reason });
  expect((await role("give", bob)).status).toBe(303);
  await bob.beginSession({ aal: "aal2", role: "operator" });
  const shown = (await bob.get("/admin/approvals")).text;
  expect(shown).toContain("less than 7 days ago, so you cannot confirm proposals yet");
  expect([shown.includes("Decline"), shown.includes("Confirm:")]).toEqual([true, false]);
  const early = await decide(bob, "confirm");
  expect([early.status, early.text.includes("less than 7 days ago")]).toEqual([403, true]);
  expect(early.html).toContain(`>${reason}</textarea>`);
  expect((await decide(mallory, "decline")).status).toBe(303);

  for (const other of [bob, mallory]) expect((await role("take", other)).status).toBe(303);
  const refund = () => act(eve, order.id, { intent: "refund", amount: "60" });
  expect((await refund()).status).toBe(303);
  expect(await newest()).toMatchObject({ cents: 6000, state: "open" });
  await pass(7 * day);
  await eve.beginSession({ aal: "aal2", role: "operator" });
  expect((await refund()).status).toBe(303);
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(6000);
});

test("A proposal that was declined by an operator who then deleted the account is shown as declined, not as expired", async () => {
  const { order } = await paidOrder();
  const gone = await withFactor();
  await act(eve, order.id, { intent: "operator-cancel" });
  expect((await decide(gone, "decline")).status).toBe(303);
  await withPassword(gone);
  await db.update(users).set({ role: "user" }).where(eq(users.id, gone.id));
  await gone.beginSession({ aal: "aal2" });
  expect((await deleteAccount(gone)).status).toBe(303);
  expect(await usernameOf(db, gone.id)).toMatch(/^deleted-/);
  const { text } = await eve.get("/admin/approvals");
  expect(text).toContain("Declined by a deleted account: Cancel and refund $80.00");
  for (const path of ["/admin/approvals", "/admin/audit", `/admin/users/${gone.id}`])
    expect([path, (await eve.get(path)).text.includes("@deleted-")]).toEqual([path, false]);
});
