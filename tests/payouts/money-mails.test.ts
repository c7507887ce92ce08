import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailTemplates } from "#app/emails/email-templates.ts";
import { loadMailData } from "#app/emails/load-mail-data.server.ts";
import { textOf } from "#app/emails/render-email.ts";
import type { MailKind, WaitingMail } from "#app/outbox/outbox.server.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { earnings, outbox, users } from "#drizzle/schema.ts";
import { day, deps, minute, now, pass, sweep } from "#tests/support/clock.ts";
import {
  accountOf,
  completedOrder,
  control,
  payoutSeller,
  readyAccount,
  refund,
  setUp,
} from "#tests/support/payouts.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, origin } from "#tests/support/visitor.ts";

await deliveries("off");

/** The rows of these kinds of mails to a user, the oldest first. */
async function rowsOf(userId: string, ...kinds: MailKind[]) {
  const rows = await db.select().from(outbox).where(eq(outbox.userId, userId)).orderBy(outbox.number);
  return rows.filter(({ kind }) => kinds.some((one) => one === kind));
}

const dataOf = (row: WaitingMail) => loadMailData({ ...deps, origin, secret: "" }, row);

/** The mails of these kinds to a user, as they are read now, the oldest first. */
async function mailsOf(userId: string, ...kinds: MailKind[]) {
  return await Promise.all(
    (await rowsOf(userId, ...kinds)).map(async (row) => {
      const loaded = await dataOf(row);
      if (!loaded) throw new Error(`The mail ${row.kind} has no data`);
      const { subject, paragraphs } = mailTemplates[row.kind as MailKind](loaded.mailData);
      return { kind: row.kind, subject, text: paragraphs.map(textOf).join("\n"), dueAt: row.dueAt };
    }),
  );
}

test("One mail a day says what was sent, after the end of the day", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  const second = await completedOrder({ sellerId: bob.id, priceCents: 5000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await sweep();
  const [mail, ...others] = await mailsOf(bob.id, "payouts_sent");
  expect(others).toEqual([]);
  const net = 13_000 - order.feeCents - second.order.feeCents;
  expect(mail?.subject).toBe(`$${(net / 100).toFixed(2)} sent to your Stripe account`);
  for (const { title } of [order, second.order]) expect(mail?.text).toContain(title);
  expect(mail?.dueAt).toBe((Math.floor(now() / day) + 1) * day);
});

test("A refund after the transfer is reported: taken back, or owed and paid by the next earnings", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(bob.id);
  const next = await completedOrder({ sellerId: bob.id, priceCents: 9000 });
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, next.order.id));
  await pass(15 * day);
  await sweep();
  await refund(order.id, 3000);
  await sweep();
  const part = 3000 - Math.round((3000 * order.feeCents) / 8000);
  const told = () => mailsOf(bob.id, "payouts_taken_back", "payouts_owed", "debts_paid");
  expect(await told()).toMatchObject([
    { subject: `$${(part / 100).toFixed(2)} taken back from your Stripe account` },
  ]);

  await control(`accounts/${account.stripeId}/payout`);
  await refund(order.id, 5000);
  await sweep();
  const rest = `$${((8000 - order.feeCents - part) / 100).toFixed(2)}`;
  expect(await told()).toMatchObject([{}, { subject: `You owe ${rest} for an order` }]);

  await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, next.order.id));
  await sweep();
  const [, , paid, ...others] = await told();
  expect(others).toEqual([]);
  expect(paid).toMatchObject({ kind: "debts_paid", subject: `Your earnings paid ${rest} that you owed` });
  expect(paid?.text).toContain(order.title);
});

test("Sellers without payouts are reminded after 1, 7 and 30 days, and no longer once they have set them up; suspended ones are not", async () => {
  const count = async (id: string) => (await mailsOf(id, "payouts_reminder")).length;
  const [slow, quick, suspended] = [await completedOrder(), await completedOrder(), await completedOrder()];
  await db.update(users).set({ suspendedAt: now() }).where(eq(users.id, suspended.bob.id));
  await pass(15 * day);
  await sweep();
  const counts: number[] = [];
  for (const days of [0.9, 0.2, 5.8, 0.2, 22.8, 0.2, 60]) {
    await pass(days * day);
    await sweep();
    counts.push(await count(slow.bob.id));
    if (counts.length === 2) {
      await readyAccount(quick.bob.id);
      await earningsDueAgain(db, quick.bob.id, now());
    }
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect([await count(quick.bob.id), await count(suspended.bob.id)]).toEqual([1, 0]);
});

test("What Stripe asks for by a day is mailed again a week and a day before it, until it has it", async () => {
  const [ann, bea] = [await payoutSeller(), await payoutSeller()];
  const due = Math.floor(now() / 1000) + 20 * 86_400;
  for (const seller of [ann, bea]) {
    const { stripeId } = await setUp(seller);
    await control(`accounts/${stripeId}/requirements`, { entries: ["identity.document"], due });
    await seller.get("/earnings/setup/return");
  }
  const counts: number[][] = [];
  for (const days of [12, 2, 3, 1.5, 3]) {
    await pass(days * day);
    await sweep();
    counts.push([
      (await rowsOf(ann.id, "payouts_asked_again")).length,
      (await rowsOf(bea.id, "payouts_asked_again")).length,
    ]);
    if (counts.length === 2) {
      await control(`accounts/${(await accountOf(bea.id)).stripeId}/requirements`, { entries: [] });
      await pass(day + minute);
      await sweep();
    }
  }
  expect(counts).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 1],
  ]);
  const [first] = await mailsOf(ann.id, "payouts_asked_again");
  expect(first?.subject).toMatch(/^Stripe still needs information by /);
  // A mail that waited until Stripe had everything is not sent.
  const late = await rowsOf(bea.id, "payouts_asked", "payouts_asked_again");
  expect(await Promise.all(late.map(dataOf))).toEqual([null, null]);
});
