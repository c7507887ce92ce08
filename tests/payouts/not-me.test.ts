import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { renewHold } from "#app/payouts/holds/hold-decisions.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { accountLinks, outbox, payoutHolds, users } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import { operator } from "../support/accounts/operator.ts";
import { countAliveSessions, otherBrowser } from "../support/accounts/passwords.ts";
import { day, deps, now, pass, sweep } from "../support/clock.ts";
import { linkTo, mailsTo } from "../support/mails.ts";
import { accountOf, control, payoutSeller, setUp } from "../support/payouts.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// A seller says that someone else added the bank account (docs/specification.md#not-me).

await deliveries("off");

const scheduleOf = async (stripeAccount: string | null) =>
  (await deps.stripe.balanceSettings.retrieve({}, { stripeAccount: stripeAccount ?? "" })).payments.payouts
    ?.schedule?.interval;
const holdsOf = (userId: string) => db.select().from(payoutHolds).where(eq(payoutHolds.userId, userId));

/** Ann's bank account was added. @returns the link of the mail about it */
async function warned() {
  const ann = await payoutSeller();
  const account = await setUp(ann);
  await sweep();
  return { ann, account, link: await linkTo(ann.email, "payouts_bank") };
}

const say = (link: string, by = visitor.signedOut()) =>
  by.submitAndFollow(link, { token: link.split("=")[1] });

test("A seller can hold payouts by link when signed out, and operators are told", async () => {
  const { ann: admin } = await operator();
  const { ann, account, link } = await warned();
  const elsewhere = await otherBrowser(ann);
  const page = await visitor.signedOut().get(link);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Didn't make this change?");
  expect(link).toMatch(/^\/earnings\/not-me\?token=/);
  const elsewhereOpened = await visitor.signedOut().get(link.replace("/earnings/not-me", "/verify"));
  expect(elsewhereOpened.location).toBe(link);
  // Opening it changes nothing.
  expect(await holdsOf(ann.id)).toEqual([]);
  expect((await ann.get("/orders")).status).toBe(200);

  const answer = await say(link);
  expect(answer.text).toContain("Your payouts are on hold, and every browser was signed out.");
  const [hold, ...others] = await holdsOf(ann.id);
  expect(others).toEqual([]);
  expect(hold).toMatchObject({ kind: "owner", placedBy: null, endedAt: null });
  expect((hold?.until ?? 0) - (hold?.at ?? 0)).toBe(90 * day);
  expect(await countAliveSessions(ann)).toBe(0);
  expect((await elsewhere.get("/orders")).status).not.toBe(200);
  expect(await accountEventKinds(ann.id)).toEqual(["payouts_held"]);
  const [mail] = await db.select().from(outbox).where(eq(outbox.kind, "payouts_not_me"));
  expect(mail).toMatchObject({ userId: admin.id, subjectId: ann.id });
  expect((await mailsTo(ann.email, 3)).map(({ kind }) => kind)).toContain("payouts_held");
  await sweep();
  // The other one says what is stuck.
  const told = (await mailsTo(admin.email, 2)).map(({ text }) => text).join();
  expect(told).toContain(`/admin/users/${ann.id}`);

  // What is held at Stripe stays there, for 80 days, and not for the 7 of a new bank account alone.
  expect(await scheduleOf(account.stripeId)).toBe("manual");
  await pass(8 * day);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("manual");
  await pass(73 * day);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("weekly");

  // Again, with the same link: it has been used, and nothing changes.
  const again = await visitor.signedOut().submit(link, { token: link.split("=")[1] });
  expect([again.status, again.text.includes("This link has already been used")]).toEqual([410, true]);
  expect(await holdsOf(ann.id)).toHaveLength(1);
});

test("Twenty uses at once place one hold, and the end of the hold pays out again", async () => {
  const { ann, account, link } = await warned();
  await pass(8 * day);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("weekly");
  const form = { token: link.split("=")[1] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.signedOut().submit(link, form)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  const [hold, ...others] = await holdsOf(ann.id);
  expect(others).toEqual([]);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("manual");
  if (!hold) throw new Error("There is no hold");
  const [first, ...rest] = holds.ended(db, hold, now());
  await db.batch([first, ...rest]);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("weekly");
});

test("An operator's hold stays, and a link that is damaged or too old changes nothing", async () => {
  const { ann: admin } = await operator();
  const { ann, link } = await warned();
  const damaged = await visitor.signedOut().get(`${link.slice(0, -1)}_`);
  expect([damaged.status, damaged.text.includes("This link does not work")]).toEqual([400, true]);
  const forged = { token: `${crypto.randomUUID()}.${"a".repeat(43)}` };
  expect((await visitor.signedOut().submit(`/earnings/not-me?token=${forged.token}`, forged)).status).toBe(
    400,
  );
  await holds.placed(
    db,
    { userId: ann.id, reason: "A check", placedBy: admin.id, until: now() + 10 * day },
    now(),
  );
  await say(link);
  const [hold] = await holdsOf(ann.id);
  expect(hold).toMatchObject({ kind: "operator", reason: "A check" });
  const told = await db.select().from(outbox).where(eq(outbox.kind, "payouts_held"));
  expect(told.map(({ userId, subjectId }) => [userId, subjectId])).toContainEqual([ann.id, hold?.id]);
  expect(await countAliveSessions(ann)).toBe(0);

  const late = await warned();
  await db.update(accountLinks).set({ expiresAt: now() }).where(eq(accountLinks.kind, "not_me"));
  const expired = await visitor.signedOut().get(late.link);
  expect([expired.status, expired.text.includes("It is older than 30 days.")]).toEqual([410, true]);
  expect((await visitor.signedOut().submit(late.link, { token: late.link.split("=")[1] })).status).toBe(410);
  expect(await holdsOf(late.ann.id)).toEqual([]);
});

test("An address that was changed gets a link of its own", async () => {
  const ann = await payoutSeller();
  const former = `former-${ann.email}`;
  await db.insert(accountLinks).values({
    id: crypto.randomUUID(),
    kind: "undo_email",
    userId: ann.id,
    email: former,
    createdAt: now(),
    expiresAt: now() + day,
  });
  await setUp(ann);
  const links = await db.select().from(accountLinks).where(eq(accountLinks.userId, ann.id));
  expect(
    links
      .filter(({ kind }) => kind === "not_me")
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual([ann.email, former].toSorted());
  await sweep();
  expect((await say(await linkTo(former, "payouts_bank"))).text).toContain("Your payouts are on hold");
  const [user] = await db.select().from(users).where(eq(users.id, ann.id));
  expect(user?.email).toBe(ann.email);
});

test("One bank account of two sellers is found, until one of them has another", async () => {
  const [ann, bob, eve] = [await payoutSeller(), await payoutSeller(), await payoutSeller()];
  await setUp(ann, "000222333444");
  await setUp(eve, "000555666777");
  const shared = async (...people: Visitor[]) =>
    (await Promise.all(people.map(({ id }) => accountOf(id)))).map(
      ({ bankSharedSince }) => bankSharedSince !== null,
    );
  expect(await shared(ann, eve)).toEqual([false, false]);
  await setUp(bob, "000222333444");
  expect(await shared(ann, bob, eve)).toEqual([true, true, false]);
  const { stripeId } = await accountOf(bob.id);
  await control(`accounts/${stripeId}/bank`, { number: "000888999000" });
  await pass(day * 8);
  await bob.beginSession();
  await bob.get("/earnings/setup/return");
  expect(await shared(ann, bob, eve)).toEqual([false, false, false]);
});

test("A denied bank account is not paid under an operator's hold, nor after an operator has renewed the hold", async () => {
  const { ann: admin } = await operator();
  const { ann, account, link } = await warned();
  const check = { userId: ann.id, reason: "A check", placedBy: admin.id, until: now() + 10 * day };
  await holds.placed(db, check, now());
  await say(link);
  const [hold] = await holdsOf(ann.id);
  if (!hold) throw new Error("There is no hold");
  expect(hold).toMatchObject({ kind: "operator", deniesBank: true });
  // It now lasts as long as one of Ann's own.
  expect(hold.until).toBeGreaterThan(now() + 89 * day);
  await db.batch(renewHold(db, hold, { reason: "We still check", renewedBy: admin.id, days: 60 }, now()));
  await pass(30 * day);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toBe("manual");
});
