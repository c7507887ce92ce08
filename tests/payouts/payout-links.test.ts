import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import * as links from "#app/auth/links.server.ts";
import { claimPath } from "#app/payouts/accounts/payout-links.server.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { accountLinks, earnings, moneyCalls, outbox, payoutAccounts, users } from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { operator } from "../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, minute, now, pass, sweep } from "../support/clock.ts";
import { linkTo } from "../support/mails.ts";
import {
  accountOf,
  atStripe,
  completedOrder,
  control,
  payoutSeller,
  setUp,
  transfersAtStripe,
} from "../support/payouts.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries, faults } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// The link with which a suspended seller sets up payouts (docs/specification.md#suspended-sellers).

await deliveries("off");
afterEach(() => faults([]));
const { ann: admin } = await operator();

const decide = async (userId: string, intent: "suspend" | "restore") => {
  await admin.beginSession({ aal: "aal2", role: "operator" });
  const page = await admin.submit(`/admin/users/${userId}`, {
    intent,
    rule: "conduct",
    reason: "A reason that is long enough",
  });
  expect(page.status, page.text.slice(0, 200)).toBe(303);
};
const mailsOf = (userId: string) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.kind, "payouts_link")));
const accountsOf = (userId: string) =>
  db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId));
const tokenIn = (link: string) => link.split("token=")[1] ?? "";

/** The newest link of a user. */
async function newestLink(userId: string): Promise<string> {
  const rows = await db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, "payouts")))
    .orderBy(accountLinks.createdAt);
  const newest = rows.at(-1);
  if (!newest) throw new Error("There is no link");
  return claimPath(await links.tokenOf(env.APP_SECRET, newest));
}

/** Bob has sold an order and was suspended, without an account at Stripe. */
async function suspended(payoutCountry: string | null = "US", made = paidOrder) {
  const { bob, order } = await made();
  await sellerRow(bob.id, { status: "active", payoutCountry });
  await decide(bob.id, "suspend");
  return { bob, order, link: await newestLink(bob.id) };
}

/** Presses the button of a link's page, signed out. */
const claim = (link: string, fields: Record<string, string> = {}) =>
  visitor.signedOut().submit(link, { token: tokenIn(link), ...fields });

/** Gives Stripe what it asks for, and follows it back. */
async function submitAtStripe(url: string, number = "000123456789"): Promise<string> {
  await atStripe(url);
  return (await atStripe(url, { name: "Bob Lee", number, intent: "submit" })) ?? "";
}

test("A suspended seller without an account gets a link, sets up payouts with it, and is paid", async () => {
  const { bob, order } = await completedOrder();
  await sellerRow(bob.id, { status: "active", payoutCountry: "US" });
  await decide(bob.id, "suspend");
  await sweep();
  const link = await linkTo(bob.email, "payouts_link");
  expect(link).toMatch(/^\/earnings\/claim\?token=/);

  // Opening it changes nothing.
  const page = await visitor.signedOut().get(link);
  expect([page.status, page.text.includes("Continue to Stripe")]).toEqual([200, true]);
  expect(page.text).not.toContain("Country where you receive payouts");
  expect(page.text).not.toContain(order.title);
  expect(await accountsOf(bob.id)).toEqual([]);

  const led = await claim(link);
  expect([led.status, led.location?.includes("/c/setup/")]).toEqual([303, true]);
  const url = led.location ?? "";
  await atStripe(url);
  const refresh = await atStripe(url);
  expect(refresh).toBe(`/earnings/setup/refresh?token=${encodeURIComponent(tokenIn(link))}`);
  const again = await visitor.signedOut().get(refresh ?? "");
  expect([again.status, again.location?.includes("/c/setup/"), again.location === url]).toEqual([
    303,
    true,
    false,
  ]);

  const back = await submitAtStripe(again.location ?? "");
  expect(back).toBe(`/earnings/setup/return?token=${encodeURIComponent(tokenIn(link))}`);
  const shown = await visitor.signedOut().open(back);
  expect([shown.status, shown.text.includes("Your payouts are set up")]).toEqual([410, true]);
  expect(await accountOf(bob.id)).toMatchObject({
    transfers: "active",
    payouts: "active",
    bankLast4: "6789",
  });

  // The link has done its work: the bank account cannot be changed with it.
  expect((await claim(link)).status).toBe(410);
  expect((await visitor.signedOut().get(refresh ?? "")).location).toBe(link);
  // What was stored has no address of Stripe's page.
  const [call] = await db.select().from(moneyCalls).where(eq(moneyCalls.kind, "account"));
  expect(call).toMatchObject({ state: "confirmed", url: null });

  await control("balance", { top_up: 100_000 });
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect((await visitor.signedOut().get("/earnings")).location).toMatch(/^\/sign-in/);

  // When the bank refuses the money, another link lets the seller add a new bank account.
  const { stripeId } = await accountOf(bob.id);
  const payout = (await control(`accounts/${stripeId}/payout`)) as { id: string };
  await control(`payouts/${payout.id}/settle`, { status: "failed", code: "account_closed" });
  for (const wait of [day + minute, 11 * minute]) {
    await pass(wait);
    await sweep();
  }
  const next = await newestLink(bob.id);
  expect(next).not.toBe(link);
  const { location } = await claim(next);
  await visitor.signedOut().get(await submitAtStripe(location ?? "", "000222333444"));
  expect(await accountOf(bob.id)).toMatchObject({ bankLast4: "3444", bankErrored: false });
});

test("A seller who is owed nothing, has a ready account, or has no verified address gets no link", async () => {
  const nothing = await payoutSeller();
  await decide(nothing.id, "suspend");
  const { bob: ready } = await paidOrder();
  await sellerRow(ready.id, { status: "active", payoutCountry: "US" });
  await setUp(ready);
  await decide(ready.id, "suspend");
  const { bob: unverified } = await paidOrder();
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.id));
  await decide(unverified.id, "suspend");
  const { ann: buyer } = await paidOrder();
  await decide(buyer.id, "suspend");
  for (const { id } of [nothing, ready, unverified, buyer]) {
    expect(await mailsOf(id)).toEqual([]);
    await expect(newestLink(id)).rejects.toThrow("There is no link");
  }
});

test("Eight clicks at once open one account, and a seller without a country is asked for it", async () => {
  const { bob, link } = await suspended(null);
  expect((await visitor.signedOut().get(link)).text).toContain("Country where you receive payouts");
  const refused = await claim(link, { country: "IN" });
  expect([refused.status, refused.text.includes("We cannot pay sellers in India yet")]).toEqual([400, true]);
  expect(refused.html).toContain('value="IN" selected');
  expect(await accountsOf(bob.id)).toEqual([]);
  const pages = await Promise.all(Array.from({ length: 8 }, () => claim(link, { country: "DE" })));
  for (const { status } of pages) expect([303, 502]).toContain(status);
  expect(pages.some(({ status }) => status === 303)).toBe(true);
  expect(await accountsOf(bob.id)).toMatchObject([{ country: "DE" }]);
});

test("A link ends when the seller is restored, and a later suspension does not bring it back", async () => {
  const { bob, link } = await suspended();
  await decide(bob.id, "restore");
  const page = await visitor.signedOut().get(link);
  expect([page.status, page.text.includes("your account is no longer suspended")]).toEqual([410, true]);
  expect((await claim(link)).status).toBe(410);
  for (const way of ["return", "refresh"])
    expect((await visitor.signedOut().get(`/earnings/setup/${way}?token=${tokenIn(link)}`)).location).toBe(
      link,
    );
  expect(await accountsOf(bob.id)).toEqual([]);
  await pass(minute);
  await decide(bob.id, "suspend");
  expect((await claim(link)).status).toBe(410);
  expect((await claim(await newestLink(bob.id))).status).toBe(303);
});

test("A restoration at the same moment opens no account", async () => {
  const { bob, link } = await suspended();
  const racer = visitor.signedOut();
  let restored = false;
  const database = faultyDatabase(env.DB, (_, values) => {
    if (!values.includes("link-valid") || restored) return false;
    restored = true;
    return decide(bob.id, "restore");
  });
  racer.send = productWith({ DB: database });
  const page = await racer.submit(link, { token: tokenIn(link) });
  expect([restored, page.status, page.location]).toEqual([true, 303, link]);
  expect(await accountsOf(bob.id)).toEqual([]);
});

test("A damaged, forged or foreign link, or one of another kind, says so and opens nothing", async () => {
  const { bob, link } = await suspended();
  const other = await suspended();
  const [id] = tokenIn(link).split(".");
  const [, signature] = tokenIn(other.link).split(".");
  for (const token of [
    "",
    "x",
    tokenIn(link).slice(0, -1),
    `${id}.${signature}`,
    `${crypto.randomUUID()}.${"a".repeat(43)}`,
  ]) {
    const path = `/earnings/claim?token=${token}`;
    const page = await visitor.signedOut().get(path);
    expect([token, page.status, page.text.includes("This link does not work")]).toEqual([token, 400, true]);
    expect((await visitor.signedOut().submit(path, { token })).status).toBe(400);
    expect((await visitor.signedOut().submit(path, { token, intent: "again" })).location).toBe(
      claimPath(token),
    );
    for (const way of ["return", "refresh"])
      expect((await visitor.signedOut().get(`/earnings/setup/${way}?token=${token}`)).location).toBe(
        claimPath(token),
      );
  }
  // A link of another kind redirects to its own page, and so does this one.
  const notMe = { id: crypto.randomUUID(), kind: "not_me", userId: bob.id, email: bob.email } as const;
  await db.insert(accountLinks).values({ ...notMe, createdAt: now(), expiresAt: now() + day });
  const foreign = await links.tokenOf(env.APP_SECRET, notMe);
  expect((await visitor.signedOut().get(`/earnings/claim?token=${foreign}`)).location).toBe(
    `/earnings/not-me?token=${foreign}`,
  );
  expect((await visitor.signedOut().get(`/verify?token=${tokenIn(link)}`)).location).toBe(link);
  // A user who is signed in as someone else acts only for the link's owner.
  const eve = await payoutSeller();
  expect((await eve.submit(link, { token: tokenIn(link) })).status).toBe(303);
  expect([(await accountsOf(bob.id)).length, (await accountsOf(eve.id)).length]).toEqual([1, 0]);
  // A new address ends what was mailed to the old one.
  await db
    .update(users)
    .set({ email: `new-${bob.email}` })
    .where(eq(users.id, bob.id));
  expect((await claim(link)).status).toBe(410);
});

test("The owner of an old link is sent another one, at most one in ten minutes and five a day", async () => {
  const { bob, link } = await suspended();
  await pass(7 * day);
  const page = await visitor.signedOut().get(link);
  expect([page.status, page.text.includes("Send a new link")]).toEqual([410, true]);
  expect((await claim(link)).status).toBe(410);
  expect(await accountsOf(bob.id)).toEqual([]);
  const ask = () => visitor.signedOut().submitAndFollow(link, { token: tokenIn(link), intent: "again" });
  // Two clicks at once send one.
  const asked = (await Promise.all([ask(), ask(), ask()])).map(({ text }) => text);
  expect(asked.filter((text) => text.includes("We sent you a new link. It works for 7 days."))).toHaveLength(
    1,
  );
  expect(asked.filter((text) => text.includes("We have already sent you a link."))).toHaveLength(2);
  expect(await mailsOf(bob.id)).toHaveLength(2);
  for (let nth = 0; nth < 6; nth++) {
    await pass(11 * minute);
    await ask();
  }
  expect(await mailsOf(bob.id)).toHaveLength(6);
  await sweep();
  const newest = await newestLink(bob.id);
  expect(newest).not.toBe(link);
  expect((await claim(newest)).status).toBe(303);
  // A link that works needs no other.
  const before = await mailsOf(bob.id);
  expect((await claim(newest, { intent: "again" })).location).toBe(newest);
  expect(await mailsOf(bob.id)).toHaveLength(before.length);
});

test("A link redirects to Stripe at most twenty times an hour", async () => {
  const { bob, link } = await suspended();
  for (let nth = 0; nth < 20; nth++) expect((await claim(link)).status).toBe(303);
  const over = await claim(link);
  expect([over.status, over.text.includes("Too many attempts")]).toEqual([429, true]);
  expect(over.headers.get("Retry-After")).not.toBeNull();
  const refreshed = await visitor.signedOut().get(`/earnings/setup/refresh?token=${tokenIn(link)}`);
  expect(refreshed.location).toBe(link);
  expect(await accountsOf(bob.id)).toHaveLength(1);
});

test("If Stripe does not answer, the page says so, and the link still works", async () => {
  const { bob, link } = await suspended();
  await faults([{ method: "POST", path: "/v2/core/accounts", status: 500 }]);
  const page = await claim(link);
  expect([page.status, page.text.includes("reach Stripe. Nothing was changed.")]).toEqual([502, true]);
  await faults([]);
  expect((await claim(link)).status).toBe(303);
  expect(await accountsOf(bob.id)).toHaveLength(1);
});

test("Earnings that clear during the suspension bring further links, after 1, 7 and 30 days", async () => {
  const { bob, order } = await suspended("US", completedOrder);
  await pass(15 * day);
  await sweep();
  const [row] = await db.select().from(earnings).where(eq(earnings.orderId, order.id));
  expect(row?.dueAt).toBe(untilChange);
  const counts = [];
  for (const days of [1, 6, 23]) {
    await pass(days * day + minute);
    await sweep();
    counts.push((await mailsOf(bob.id)).length);
  }
  expect(counts).toEqual([2, 3, 4]);
  const kinds = (await db.select().from(outbox).where(eq(outbox.userId, bob.id))).map(({ kind }) => kind);
  expect(kinds).not.toContain("payouts_reminder");
  expect((await claim(await newestLink(bob.id))).status).toBe(303);
});

test("A suspended seller from whom Stripe needs something gets a link, now and before the deadline", async () => {
  const { bob } = await paidOrder();
  await sellerRow(bob.id, { status: "active", payoutCountry: "US" });
  const { stripeId } = await setUp(bob);
  await decide(bob.id, "suspend");
  expect(await mailsOf(bob.id)).toEqual([]);
  const entries = ["identity.individual.documents.primary_verification"];
  await control(`accounts/${stripeId}/requirements`, { entries, due: Math.floor((now() + 20 * day) / 1000) });
  await pass(7 * day + minute);
  await sweep();
  expect(await mailsOf(bob.id)).toHaveLength(1);
  expect((await claim(await newestLink(bob.id))).status).toBe(303);
  // Instead of the mails that link to a page that needs a sign-in.
  await pass(6 * day);
  await sweep();
  expect(await mailsOf(bob.id)).toHaveLength(2);
  const kinds = (await db.select().from(outbox).where(eq(outbox.userId, bob.id))).map(({ kind }) => kind);
  expect([kinds.includes("payouts_asked"), kinds.includes("payouts_asked_again")]).toEqual([false, false]);
});
