import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { canTransferFrom } from "#app/payouts/waiting.ts";
import { earnings, moneyCalls, outbox, payoutAccounts, sellers, users } from "#drizzle/schema.ts";
import { application, apply, registrationOf, sellerRow } from "../sellers/applicant.ts";
import { member, password } from "../support/accounts/passwords.ts";
import { day, deps, pass, sweep } from "../support/clock.ts";
import { orderRow } from "../support/orders.ts";
import { accountOf, atStripe, control, payoutSeller, setUp, startSetup } from "../support/payouts.ts";
import { deliveries, faults } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// Setting up payouts (docs/specification.md#payout-setup). The stand-in delivers nothing here: the return
// page and the sweep read the account.

await deliveries("off");
afterEach(() => faults([]));

const mailsOf = async (userId: string) =>
  (await db.select().from(outbox).where(eq(outbox.userId, userId)).orderBy(outbox.number))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("payouts"));
const earningsPage = async (ann: Awaited<ReturnType<typeof payoutSeller>>) =>
  (await ann.open("/earnings")).text;

test("A seller sets up payouts: /earnings names the bank account, and a mail says so", async () => {
  const ann = await payoutSeller();
  expect(await earningsPage(ann)).toContain("Set up payouts");
  const account = await setUp(ann);
  expect(account).toMatchObject({
    open: true,
    country: "US",
    stripeId: expect.stringMatching(/^acct_/),
    transfers: "active",
    payouts: "active",
    bankLast4: "6789",
    bankCurrency: "usd",
    bankIsFirst: true,
    requirements: [],
  });
  // Until the bank account is seven days old, nothing is paid out.
  expect(account.bankSince).not.toBeNull();
  expect(account.checkAt).toBe((account.bankSince ?? 0) + 7 * 86_400_000);
  expect(account.bankFingerprint).toMatch(/^[\w-]{43}$/);
  expect(await earningsPage(ann)).toContain("STRIPE TEST BANK ••6789, USD");
  expect(await mailsOf(ann.id)).toEqual(["payouts_ready", "payouts_bank"]);
});

test("A seller who leaves halfway and comes back keeps the account and gets a new link", async () => {
  const ann = await payoutSeller();
  const first = await startSetup(ann);
  await atStripe(first);
  expect(await atStripe(first, { name: "Ann Lee", intent: "leave" })).toBe("/earnings/setup/return");
  await ann.get("/earnings/setup/return");
  const text = await earningsPage(ann);
  expect(text).toContain("Continue at Stripe");
  expect(text).toContain("A bank account");
  expect(await atStripe(first)).toBe("/earnings/setup/refresh");
  const refreshed = await ann.get("/earnings/setup/refresh");
  expect([refreshed.status, refreshed.location === first]).toEqual([303, false]);
  expect(refreshed.location).toContain("/c/setup/");
  // Chromium's Back button would follow a stored redirect: between the used link and this address, forever.
  expect(refreshed.headers.get("Cache-Control")).toBe("no-store");
  expect(await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, ann.id))).toHaveLength(1);
  expect(await mailsOf(ann.id)).toEqual([]);
});

test("Of two readings at once, the one that loses reads again: the seller sees the newest bank account", async () => {
  const ann = await payoutSeller();
  const before = await setUp(ann);
  // An earlier reading begins with the same row, and stores the old bank account first.
  await read(deps, before);
  await control(`accounts/${before.stripeId}/bank`, { number: "000987654321" });
  await read(deps, before);
  expect(await accountOf(ann.id)).toMatchObject({ bankLast4: "4321" });
  expect(await mailsOf(ann.id)).toEqual(["payouts_ready", "payouts_bank", "payouts_bank"]);
});

test("Twenty clicks at once open one account", async () => {
  const ann = await payoutSeller();
  const pages = await Promise.all(Array.from({ length: 8 }, () => ann.submit("/earnings/setup", {})));
  for (const { status } of pages) expect([303, 502]).toContain(status);
  expect(pages.some(({ status }) => status === 303)).toBe(true);
  expect(await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, ann.id))).toHaveLength(1);
});

test("The link to Stripe's page is not in the database", async () => {
  const ann = await payoutSeller();
  const token = (await startSetup(ann)).split("/").at(-1) ?? "";
  const account = await accountOf(ann.id);
  const [call] = await db.select().from(moneyCalls).where(eq(moneyCalls.id, account.id));
  expect(call).toMatchObject({ kind: "account", state: "confirmed", url: null, open: false });
  expect(JSON.stringify([account, call])).not.toContain(token);
});

test("After a lost answer the call is sent again with the same key, so there is one account", async () => {
  const ann = await payoutSeller();
  await faults([{ method: "POST", path: "/v2/core/accounts", status: 500 }]);
  expect((await ann.submit("/earnings/setup", {})).status).toBe(502);
  const started = await accountOf(ann.id);
  expect([started.open, started.stripeId]).toEqual([true, null]);
  expect(await earningsPage(ann)).toContain("Continue at Stripe");
  await faults([]);
  await pass(11 * 60_000);
  await sweep();
  const found = await accountOf(ann.id);
  expect([found.id, found.stripeId !== null, found.readAt !== null]).toEqual([started.id, true, true]);
});

test("After a definite refusal the seller can try again", async () => {
  const ann = await payoutSeller();
  await db.update(users).set({ email: "no address" }).where(eq(users.id, ann.id));
  const page = await ann.submit("/earnings/setup", {});
  expect(page.status).toBe(403);
  expect(page.text).toContain("Stripe did not accept your account");
  expect(await accountOf(ann.id)).toMatchObject({ open: false });
  await db
    .update(users)
    .set({ email: `${ann.id}@handiwork.test` })
    .where(eq(users.id, ann.id));
  await startSetup(ann);
  expect(await accountOf(ann.id)).toMatchObject({ open: true });
});

test("Stripe is down: the last known state stays, with its time", async () => {
  const ann = await payoutSeller();
  await setUp(ann);
  await faults([{ method: "GET", path: "/v2/core/accounts", status: 500 }]);
  expect((await ann.get("/earnings/setup/return")).status).toBe(303);
  const text = await earningsPage(ann);
  expect(text).toContain("Stripe isn");
  expect(text).toContain("As Stripe told us on");
  expect(text).toContain("••6789");
});

test("Stripe is slow: the seller is told after ten seconds, and so is one who clicks again before it answers", async () => {
  const ann = await payoutSeller();
  await faults([{ method: "POST", path: "/v2/core/accounts", status: "slow", seconds: 14 }]);
  const page = await ann.submit("/earnings/setup", {});
  expect(page.status).toBe(502);
  expect(page.text).toContain("reach Stripe. Nothing was changed.");
  expect((await ann.submit("/earnings/setup", {})).status).toBe(502);
  expect(await accountOf(ann.id)).toMatchObject({ open: true, stripeId: null });
});

test("A seller without an account who asks to change the bank account is redirected to set-up", async () => {
  const ann = await payoutSeller();
  const page = await ann.get("/earnings/bank");
  expect([page.status, page.location]).toEqual([303, "/earnings/setup"]);
});

test("A user who is not a seller, not verified or signed out cannot set up payouts", async () => {
  const guest = visitor.signedOut();
  for (const path of [
    "/earnings/setup",
    "/earnings/setup/return",
    "/earnings/setup/refresh",
    "/earnings/bank",
  ])
    expect((await guest.get(path)).location, path).toContain("/sign-in");
  const buyer = await visitor.signedIn();
  expect((await buyer.submit("/earnings/setup", { country: "US" })).status).toBe(303);
  expect((await buyer.get("/earnings/setup/return")).location).toBe("/earnings");
  expect((await buyer.get("/earnings/setup/refresh")).location).toBe("/earnings/setup");
  expect((await buyer.open("/earnings")).text).not.toContain("Getting paid");
  const unverified = await payoutSeller({ verified: false });
  const refused = await unverified.submit("/earnings/setup", {});
  expect(refused.status).toBe(403);
  expect(await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, unverified.id))).toEqual([]);
});

test("Fifteen minutes after signing in, the form asks for the password; the country stays", async () => {
  const ann = await member();
  await sellerRow(ann.id, { status: "active" });
  await pass(16 * 60_000);
  const asked = await ann.submit("/earnings/setup", { country: "US" });
  expect(asked.status).toBe(400);
  expect(asked.text).toContain("Please enter your password");
  expect(asked.html).toContain('value="US" selected');
  const wrong = await ann.submit("/earnings/setup", { country: "US", password: "wrong password" });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain('value="US" selected');
  expect((await ann.submit("/earnings/setup", { country: "US", password })).status).toBe(303);
  expect((await ann.get("/earnings/setup/refresh")).location).toBe("/earnings/setup");
});

test("The set-up form opens until everything is set up; then its address redirects to /earnings", async () => {
  const ann = await payoutSeller();
  expect((await ann.get("/earnings/setup")).status).toBe(200);
  await startSetup(ann);
  expect((await ann.get("/earnings/setup")).status).toBe(200);
  await setUp(ann);
  const page = await ann.get("/earnings/setup");
  expect([page.status, page.location]).toEqual([303, "/earnings"]);
});

test("A seller without a country is asked at set-up, and other countries are refused", async () => {
  const ann = await visitor.signedIn();
  await sellerRow(ann.id, { status: "active" });
  expect(await earningsPage(ann)).toContain("Country where you receive payouts");
  const refused = await ann.submit("/earnings/setup", { country: "IN" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("We cannot pay sellers in India yet");
  expect(await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, ann.id))).toEqual([]);
  await startSetup(ann, { country: "DE" });
  expect(await accountOf(ann.id)).toMatchObject({ country: "DE" });
});

test("An applicant in a country we cannot pay keeps the application and pays no fee", async () => {
  const ann = await visitor.signedIn();
  const refused = await apply(ann, { payoutCountry: "IN" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("We cannot pay sellers in India yet");
  expect(refused.html).toContain('value="IN" selected');
  const { seller, calls } = await registrationOf(ann.id);
  expect([seller.status, seller.draft?.bio, calls]).toEqual(["none", application.bio, []]);
  expect((await apply(ann, { payoutCountry: "DE" })).status).toBe(303);
  expect((await registrationOf(ann.id)).seller.payoutCountry).toBe("DE");
  // A program that sends only the four specified fields does not change the country.
  await apply(ann);
  expect((await registrationOf(ann.id)).seller.payoutCountry).toBe("DE");
});

test("What Stripe asks for is shown with its deadline, and in one mail", async () => {
  const ann = await payoutSeller();
  const { stripeId } = await setUp(ann);
  await control(`accounts/${stripeId}/requirements`, {
    entries: ["identity.individual.documents.primary_verification"],
    due: 4_000_000_000,
  });
  await ann.get("/earnings/setup/return");
  await ann.get("/earnings/setup/return");
  const text = await earningsPage(ann);
  expect(text).toContain("A photo of an identity document");
  expect(text).toContain("Oct 2096");
  expect(await mailsOf(ann.id)).toEqual(["payouts_ready", "payouts_bank", "payouts_asked"]);
  expect((await accountOf(ann.id)).checkAt).not.toBeNull();
});

test("Of two hundred things that Stripe asks for, with markup, direction marks and 5,000 letters, ten are shown as plain text", async () => {
  const ann = await payoutSeller();
  const { stripeId } = await setUp(ann);
  const hostile = `\u202e<img src=x onerror=alert(1)>${"x".repeat(5000)}`;
  const known = [
    "phone",
    "email",
    "dob",
    "tax_id",
    "surname",
    "address",
    "mcc",
    "nationalities",
    "url",
    "owner",
  ];
  const names = [...known, "director", ...Array.from({ length: 188 }, (_, i) => `${i}${hostile}`)];
  await control(`accounts/${stripeId}/requirements`, { entries: [hostile, ...names] });
  await ann.get("/earnings/setup/return");
  const { html, text } = await ann.get("/earnings");
  expect(html.match(/<li>More items are listed on Stripe/g)).toHaveLength(1);
  const listed = html.split("<li>More items")[0]?.split("<ul").at(-1) ?? "";
  expect(listed.match(/<li>/g)).toHaveLength(10);
  expect(text).toContain("More information about you or your business");
  for (const bad of ["onerror", "xxxx", "\u202e"]) expect(html).not.toContain(bad);
});

test("A changed bank account is noticed and mailed", async () => {
  const ann = await payoutSeller();
  const before = await setUp(ann);
  const page = await ann.submit("/earnings/bank", {});
  expect(page.location).toContain("/c/express/");
  await db
    .update(payoutAccounts)
    .set({ bankSince: deps.clock.now() - 7 * day })
    .where(eq(payoutAccounts.id, before.id));
  await control(`accounts/${before.stripeId}/bank`, { number: "000111111116" });
  await pass(11 * 60_000);
  await sweep();
  const after = await accountOf(ann.id);
  expect([after.bankLast4, after.bankIsFirst]).toEqual(["1116", false]);
  expect(after.bankSince).toBeGreaterThan(before.bankSince ?? 0);
  expect(await mailsOf(ann.id)).toEqual(["payouts_ready", "payouts_bank", "payouts_bank"]);
});

test("No one shortens the wait for the first bank account by changing or removing it within a week", async () => {
  const ann = await payoutSeller();
  const { id, stripeId, bankSince } = await setUp(ann);
  const first = bankSince ?? 0;
  const bankIs = async (bank: Record<string, unknown>) => {
    await control(`accounts/${stripeId}/bank`, bank);
    await ann.get("/earnings/setup/return");
    return await accountOf(ann.id);
  };
  const changed = await bankIs({ number: "000111111116" });
  expect(changed.bankLast4).toBe("1116");
  expect(canTransferFrom(changed)).toBe(first + 7 * day);

  expect(await bankIs({ remove: true })).toMatchObject({ bankSince: null });
  const added = await bankIs({ number: "000123456789" });
  expect(added.bankSince).toBeGreaterThan(first);
  expect(canTransferFrom(added)).toBe((added.bankSince ?? 0) + 7 * day);

  // Of the week, less than the 3 days of a change are left.
  await db
    .update(payoutAccounts)
    .set({ bankSince: deps.clock.now() - 5 * day })
    .where(eq(payoutAccounts.id, id));
  const late = await bankIs({ number: "000111111116" });
  expect(late.bankSince).toBeGreaterThan(first);
  expect(canTransferFrom(late)).toBe((late.bankSince ?? 0) + 3 * day);
});

test("A bank account after an earlier, closed account is not the first", async () => {
  const ann = await payoutSeller();
  const first = await setUp(ann);
  await control(`accounts/${first.stripeId}/close`);
  await ann.get("/earnings/setup/return");
  expect(await accountOf(ann.id)).toMatchObject({ id: first.id, open: false });
  const second = await setUp(ann);
  expect([second.id === first.id, second.bankIsFirst]).toEqual([false, false]);
});

test("Earnings that wait for the account are due when it is ready, not before they clear", async () => {
  const ann = await payoutSeller();
  const [early, late] = [await orderRow(db, { sellerId: ann.id }), await orderRow(db, { sellerId: ann.id })];
  const now = deps.clock.now();
  await db.insert(earnings).values([
    { orderId: early.id, sellerId: ann.id, completedAt: 1, clearsAt: 2, dueAt: untilChange },
    { orderId: late.id, sellerId: ann.id, completedAt: 1, clearsAt: now + 86_400_000, dueAt: untilChange },
  ]);
  const { bankSince } = await setUp(ann);
  const rows = await db
    .select()
    .from(earnings)
    .where(eq(earnings.sellerId, ann.id))
    .orderBy(earnings.clearsAt);
  expect(rows.map(({ dueAt }) => dueAt)).toEqual([bankSince, now + 86_400_000]);
});

test("The sweep reads unfinished accounts, and leaves finished ones alone", async () => {
  const ann = await payoutSeller();
  const url = await startSetup(ann);
  await atStripe(url);
  await atStripe(url, { name: "Ann Lee", number: "000123456789", intent: "submit" });
  await pass(11 * 60_000);
  await sweep();
  const read = await accountOf(ann.id);
  expect([read.transfers, read.checkAt]).toEqual(["active", (read.bankSince ?? 0) + 7 * 86_400_000]);
  await pass(86_400_000);
  await sweep();
  expect((await accountOf(ann.id)).readAt).toBe(read.readAt);
});

test("A deleted account forgets its bank, and is not read again", async () => {
  const ann = await member();
  await sellerRow(ann.id, { status: "active", payoutCountry: "US" });
  const { stripeId } = await setUp(ann);
  const data = await (await ann.fetch("/profile/export")).text();
  expect(data).toContain('"bankLast4":"6789"');
  expect(data).not.toContain("bankFingerprint");
  await ann.submit("/profile/data", { password });
  const forgotten = await accountOf(ann.id);
  expect(forgotten).toMatchObject({
    open: true,
    stripeId,
    bankLast4: null,
    bankFingerprint: null,
  });
  const [seller] = await db.select().from(sellers).where(eq(sellers.userId, ann.id));
  expect(seller?.payoutCountry).toBeNull();
});
