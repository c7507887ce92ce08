import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { minute } from "#app/lib/dates.ts";
import { accountLinks, limits, outbox, profiles, users } from "#drizzle/schema.ts";
import { addApp, codeAt, nextStep, pendingBrowser } from "../support/accounts/factors.ts";
import { member, password } from "../support/accounts/passwords.ts";
import { gig } from "../support/factories.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

// Passwords are hashed, which is slow on purpose.
vi.setConfig({ testTimeout: 40_000 });

beforeEach(async () => {
  await db.delete(limits);
});

const text = "A page for café owners";

/** Presses Order Now signed out. @returns the sign-in page, and the path back to the order form */
async function orderSignedOut(browser: Visitor) {
  const { id } = await gig(db);
  const { location } = await browser.submit("/orders", { gigId: id, package: "pro", requirements: text });
  const page = await browser.open(location ?? "");
  return { page, back: page.field("redirectTo") ?? "" };
}

/** Submits the page's own form, as its address says. */
function send(browser: Visitor, page: Page, fields: Record<string, string>): Promise<Page> {
  const [, action = ""] = /<form method="post" action="([^"]*)" class="panel"/.exec(page.html) ?? [];
  return browser.submit(action.replaceAll("&amp;", "&"), { redirectTo: page.field("redirectTo"), ...fields });
}

/** The final targets of a page's links to other pages of the flow, each once. */
function waysOn(page: Page, to: string): (string | null)[] {
  const links = page.links.filter((link) => link.split("?")[0] === to && !link.includes("token="));
  return [...new Set(links.map((link) => new URL(link, "http://x").searchParams.get("redirectTo")))];
}

function expectKept(page: Page): void {
  expect(page.status).toBe(200);
  expect(page.field("requirements")).toBe(text);
  expect(page.html).toMatch(/id="p-pro"[^>]*checked|checked[^>]*id="p-pro"/);
  expect(page.text).toContain("Order Now (");
}

const press = (browser: Visitor, link: string) =>
  browser.submit(link, { token: link.split("=")[1] ?? "", intent: "verify" });

let count = 0;

/** Signs up without an order. @returns the fields of the sign-in form, and the link in the mail */
async function joined(browser: Visitor) {
  const username = `kept-${++count}`;
  const email = `${username}@example.test`;
  await browser.submit("/sign-up", { fullName: "Hanna Berg", username, email, password });
  const [mail] = await mailsTo(email);
  return { email, password, link: linkIn(mail) };
}

it("An order is kept through a wrong password, Join, a taken name, Sign In and back, and the mail", async () => {
  const browser = visitor.signedOut();
  const taken = await member();
  const [row] = await db.select().from(profiles).where(eq(profiles.id, taken.id));
  const { page, back } = await orderSignedOut(browser);
  expect(waysOn(page, "/sign-up")).toEqual([back]);
  const wrong = await send(browser, page, { email: "hanna@example.test", password: "wrong words" });
  expect([wrong.status, wrong.field("redirectTo")]).toEqual([400, back]);
  // The links below the form, in the header and in the footer.
  expect(waysOn(wrong, "/sign-up")).toEqual([back]);

  const join = await browser.get(`/sign-up?${new URLSearchParams({ redirectTo: back })}`);
  const fields = { fullName: "Hanna Berg", email: "hanna-kept@example.test", password };
  const short = await send(browser, join, { ...fields, username: "hb" });
  const used = await send(browser, short, { ...fields, username: row?.username ?? "" });
  for (const refused of [short, used])
    expect([refused.status, refused.field("redirectTo"), waysOn(refused, "/sign-in")]).toEqual([
      400,
      back,
      [back],
    ]);
  const done = await send(browser, used, { ...fields, username: "hanna-kept" });
  expect(done.location).toContain(new URLSearchParams({ redirectTo: back }).toString());

  const link = linkIn((await mailsTo(fields.email))[0]);
  const prompt = await browser.get(link);
  for (const sentence of [fields.email, "This signs you in and takes you back to your order."])
    expect(prompt.text).toContain(sentence);
  const pressed = await press(browser, link);
  expect(pressed.location).toBe(back);
  expectKept(await browser.get(back));
  // Opening the link again verifies nothing, and continues to the order.
  const again = await browser.get(link);
  expect([again.status, waysOn(again, "/sign-in")]).toEqual([410, [back]]);
  expectKept(await browser.open(`/sign-in?${new URLSearchParams({ redirectTo: back })}`));
});

it("The email's link in another browser signs in and shows the service; the typed text stays in the first browser", async () => {
  const [browser, phone] = [visitor.signedOut(), visitor.signedOut()];
  const { page, back } = await orderSignedOut(browser);
  const join = await browser.get(page.links.find((link) => link.startsWith("/sign-up?")) ?? "");
  const fields = { fullName: "Ida Holm", username: "ida-kept", email: "ida-kept@example.test", password };
  await send(browser, join, fields);
  const opened = await press(phone, linkIn((await mailsTo(fields.email))[0]));
  expect(opened.location).toBe(back);
  const service = await phone.get(back);
  expect([service.status, service.field("requirements")]).toEqual([200, ""]);
  expect((await phone.get("/orders")).status).toBe(200);
  const signIn = await browser.get(`/sign-in?${new URLSearchParams({ redirectTo: back })}`);
  const { email } = fields;
  expect((await send(browser, signIn, { email, password })).location).toBe(back);
  expectKept(await browser.get(back));
});

it("A link mailed before the order also returns to it, and so does a new one", async () => {
  const browser = visitor.signedOut();
  const { link, ...account } = await joined(browser);
  expect((await visitor.signedOut().get(link)).text).toContain("This signs you in.");
  await browser.submit("/sign-in", account);
  const { id } = await gig(db);
  const refused = await browser.submit("/orders", { gigId: id, package: "pro", requirements: text });
  expect((await browser.get(refused.location ?? "")).text).toContain(
    "Please verify your email address before you order",
  );
  const [user] = await db.select().from(users).where(eq(users.email, account.email));
  const userId = user?.id ?? "";
  // Ten minutes later, the reminder above every page sends another link.
  await db.update(outbox).set({ createdAt: Date.now() - 11 * minute });
  await browser.submit("/verify", { intent: "send", redirectTo: "/verify" });
  const links = await db.select().from(accountLinks).where(eq(accountLinks.userId, userId));
  expect(links.map(({ redirectTo }) => redirectTo)).toEqual([refused.location, refused.location]);
  expect((await press(browser, link)).location).toBe(refused.location);
  expectKept(await browser.get(refused.location ?? ""));
});

it("An order that waits for a verified address sends another link immediately", async () => {
  const browser = visitor.signedOut();
  const { link: _, ...account } = await joined(browser);
  await browser.submit("/sign-in", account);
  await db.update(outbox).set({ createdAt: Date.now() - 11 * minute });
  const { id } = await gig(db);
  await browser.submit("/orders", { gigId: id, package: "pro", requirements: text });
  expect((await mailsTo(account.email, 2)).map(({ kind }) => kind)).toEqual(["verify", "verify"]);
});

it("An expired link offers a new one, which returns to the order", async () => {
  const browser = visitor.signedOut();
  const { back } = await orderSignedOut(browser);
  const { link, ...account } = await joined(browser);
  await db.update(accountLinks).set({ redirectTo: back, expiresAt: Date.now() - 1 });
  const over = await browser.get(link);
  expect(waysOn(over, "/verify")).toEqual([back]);
  const reminder = over.links.find((to) => to.startsWith("/verify?redirectTo=")) ?? "";
  const signIn = await browser.open(reminder);
  expect(signIn.field("redirectTo")).toBe(reminder);
  await send(browser, signIn, account);
  await db.update(outbox).set({ createdAt: Date.now() - 11 * minute });
  const sent = await browser.submit("/verify", {
    intent: "send",
    redirectTo: (await browser.get(reminder)).field("redirectTo"),
  });
  expect(sent.location).toBe(reminder);
  const [mail] = await mailsTo(account.email, 2);
  expect((await press(browser, linkIn(mail))).location).toBe(back);
});

it("A password reset returns to the order", async () => {
  const browser = visitor.signedOut();
  const ann = await member();
  const { page, back } = await orderSignedOut(browser);
  expect(waysOn(page, "/forgot-password")).toEqual([back]);
  const forgot = await browser.get(page.links.find((to) => to.startsWith("/forgot-password?")) ?? "");
  const typo = await send(browser, forgot, { email: "ann@" });
  expect([typo.status, typo.field("redirectTo"), waysOn(typo, "/sign-in")]).toEqual([400, back, [back]]);
  const sent = await browser.get((await send(browser, typo, { email: ann.email })).location ?? "");
  expect([sent.text.includes("If there is an account"), waysOn(sent, "/sign-in")]).toEqual([true, [back]]);
  const link = linkIn((await mailsTo(ann.email))[0]);
  const chosen = await browser.submit(link, { token: link.split("=")[1], password: "a new sentence" });
  const signIn = await browser.get(chosen.location ?? "");
  const signedIn = await send(browser, signIn, { email: ann.email, password: "a new sentence" });
  expect(signedIn.location).toBe(back);
  expectKept(await browser.get(back));
  expect(waysOn(await browser.get(link), "/forgot-password")).toEqual([back]);
});

it("A second factor, an unlock link, and another account return to the order", async () => {
  const ann = await visitor.signedIn();
  const app = await addApp(ann);
  const browser = await pendingBrowser(ann);
  const { back } = await orderSignedOut(browser);
  const path = `/sign-in/factor?${new URLSearchParams({ redirectTo: back })}`;
  const prompt = await browser.open(`/sign-in?${new URLSearchParams({ redirectTo: back })}`);
  const [, other] = /action="(\/sign-out[^"]*)"/.exec(prompt.html) ?? [];
  expect(other).toBe(`/sign-out?${new URLSearchParams({ redirectTo: back })}`);
  expect((await browser.submit("/sign-in/factor", { intent: "send-link", redirectTo: back })).location).toBe(
    path,
  );
  const mails = await mailsTo(ann.email, 2);
  const unlock = linkIn(mails.find(({ kind }) => kind === "unlock"));
  const elsewhere = await visitor.signedOut().get(unlock);
  expect(waysOn(elsewhere, "/sign-in")).toContain(back);
  expect((await browser.submit(unlock, { token: unlock.split("=")[1] })).location).toBe(path);
  const code = codeAt(app.secret, await nextStep());
  expect((await browser.submit(path, { code, redirectTo: back })).location).toBe(back);
  expectKept(await browser.get(back));
  const next = await (await pendingBrowser(ann)).submit(other ?? "", {});
  expect(next.location).toBe(`/sign-in?${new URLSearchParams({ redirectTo: back })}`);
});

it("Other pages offer Sign In and Join without a return path", async () => {
  const page = await visitor.signedOut().get("/?redirectTo=%2Forders");
  expect([waysOn(page, "/sign-in"), waysOn(page, "/sign-up")]).toEqual([[null], [null]]);
});
