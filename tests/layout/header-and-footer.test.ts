import { env, exports } from "cloudflare:workers";
import { eq, ne } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { findHeader } from "#app/profiles/profiles.server.ts";
import * as schema from "#drizzle/schema.ts";
import { profiles, users } from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig, person } from "../support/factories.ts";
import { orderRow } from "../support/orders.ts";
import { db, type Page, Visitor, visitor } from "../support/visitor.ts";

// Each isolate caches the menu, so the failure must come first.
it("If the categories cannot be read, header and log say so and the page is shown", async () => {
  expectErrorLog("Could not load categories");
  const guest = visitor.signedOut();
  guest.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("subcategories")) });
  const page = await guest.get("/no/such/page");
  expect(page.status).toBe(404);
  expect(page.text).toContain("Could not load categories");
});

it("A failed read of the categories is retried once on the server after 100 ms", async () => {
  await category(db, "Aardvarks", []);
  const guest = visitor.signedOut();
  let failures = 1;
  const once = (sql: string) => sql.includes("subcategories") && failures-- > 0;
  guest.send = productWith({ DB: faultyDatabase(env.DB, once) });
  const page = await guest.get("/no/such/page");
  expect(page.text).not.toContain("Could not load categories");
  expect(page.links).toContain("/categories/aardvarks");
});

it("Any other path shows the 404 screen with header and footer", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  expect(page.status).toBe(404);
  expect(page.title).toBe("404 | Handiwork");
  for (const words of ["404", "Oops! Page not found", "Return to Home", "Sign In", "Join"]) {
    expect(page.text).toContain(words);
  }
  expect(page.html).toMatch(/<div[^>]* data-clear-redirect/);
});

it("The footer links to the help centre, contact, terms and privacy", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  expect(page.text).toContain("Support Help centre FAQ Contact Terms Privacy");
});

it("A viewer gets messages, orders and a menu with Sign out instead of Sign In", async () => {
  const zoe = new Visitor(await person(db, { fullName: "Zoe Quinn", username: "zoe" }));
  expect((await zoe.get("/no/such/page")).text).not.toContain("Sign out");
  const ann = await Visitor.signedIn({ fullName: "Ann Lee", username: "ann-lee" });
  const page = await ann.get("/no/such/page");
  for (const words of ["Account: ann-lee", "AN", "Dashboard", "Sign out"]) expect(page.text).toContain(words);
  for (const link of ["/messages", "/orders", "/dashboard"]) expect(page.links).toContain(link);
  expect(page.text).not.toContain("Join");
});

it("Only a seller gets 'Dashboard' in place of 'Become a Seller'", async () => {
  const { ann, bob } = { ann: await Visitor.signedIn(), bob: await Visitor.signedIn() };
  await sellerRow(bob.id, { status: "active" });
  const labels = async ({ html }: Page) => html.match(/Become a Seller|>Dashboard</g);
  // In the rail, the mobile menu and the footer; the account menu has the dashboard for everyone.
  const sell = Array(3).fill("Become a Seller");
  expect(await labels(await visitor.signedOut().get("/no/such/page"))).toEqual(sell);
  expect((await labels(await ann.get("/no/such/page")))?.toSorted()).toEqual([">Dashboard<", ...sell]);
  expect(await labels(await bob.get("/no/such/page"))).toEqual(Array(4).fill(">Dashboard<"));
});

it("If the header's read fails, a public page is shown signed out and a private one is a 503", async () => {
  expectErrorLog("section read failed");
  const ann = await visitor.signedIn();
  // A read that fails, and one that hangs.
  for (const fault of [true, 3000]) {
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("avatar_url") && fault) });
    const began = Date.now();
    const page = await ann.get("/no/such/page");
    expect([page.status, Date.now() - began < 2500]).toEqual([404, true]);
    expect([page.text.includes("Sign In"), page.text.includes("Account: ")]).toEqual([true, false]);
    const secure = await ann.get("/profile/password");
    expect([secure.status, secure.text.includes("Current password")]).toEqual([503, false]);
  }
  // No one is signed out by it.
  ann.send = (request) => exports.default.fetch(request);
  expect((await ann.get("/profile/password")).status).toBe(200);
});

it("A visitor sees Sign In and Join buttons and a pill 'New users get $10 credit!'", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  for (const words of ["Sign In", "Join", "New users get $10 credit!"]) expect(page.text).toContain(words);
  const signedIn = await (await visitor.signedIn()).get("/no/such/page");
  expect(signedIn.text).not.toContain("New users get $10 credit!");
});

it("The avatar shows the profile picture", async () => {
  const ann = await visitor.signedIn({ fullName: "Ann Lee" });
  await db.update(profiles).set({ avatarUrl: "/images/ann" }).where(eq(profiles.id, ann.id));
  const page = await ann.get("/no/such/page");
  expect(page.html).toContain(
    '<img class="av av-36" src="/images/ann?w=96" width="36" height="36" alt="" loading="lazy"/>',
  );
});

it("Without a picture, the avatar shows two letters of the full name or of the email address", async () => {
  const ann = await visitor.signedIn({ fullName: "Zoe Quinn", username: "person-with-letters" });
  const letters = async () =>
    /<span class="av av-36"[^>]*>(.*?)<\/span>/.exec((await ann.get("/no/such/page")).html)?.[1];
  expect(await letters()).toBe("ZO");
  await db.update(profiles).set({ fullName: "" }).where(eq(profiles.id, ann.id));
  await db.update(users).set({ email: "kim.lee@x.test" }).where(eq(users.id, ann.id));
  expect(await letters()).toBe("KI");
});

it("The display name is the username, else the full name, else the email prefix", async () => {
  const ann = await visitor.signedIn({ fullName: "Ann Lee", username: "ann-of-the-header" });
  expect((await ann.get("/no/such/page")).html).toContain("<b>ann-of-the-header</b>");
  await db.update(profiles).set({ username: "" }).where(eq(profiles.id, ann.id));
  expect((await ann.get("/no/such/page")).html).toContain("<b>Ann Lee</b>");
  await db.update(profiles).set({ fullName: "" }).where(eq(profiles.id, ann.id));
  expect((await ann.get("/no/such/page")).html).toContain("<b>ann-of-the-header</b>");
});

it("The messages icon shows the number of unread messages", async () => {
  const ann = await visitor.signedIn();
  const bob = await visitor.signedIn();
  expect((await ann.get("/no/such/page")).html).toContain('data-unread="0" hidden');
  const open = await bob.open(`/messages?user=${ann.id}`);
  const conversation = open.field("conversation");
  for (const content of ["Hello", "Are you there?"])
    await bob.submit("/messages", { conversation, content, id: crypto.randomUUID() });
  // The word is inside the element that the live script shows and hides.
  const word = '<span class="vh"> unread</span></span>';
  expect((await ann.get("/no/such/page")).html).toContain(`data-unread="2">2${word}`);
  expect((await bob.get("/no/such/page")).html).toContain(`data-unread="0" hidden="">0${word}`);
});

it("The orders icon has a dot while an order waits for its buyer or its seller, which costs at most 3 more rows", async () => {
  const [ann, bob] = [await Visitor.signedIn(), await Visitor.signedIn()];
  const offer = await gig(db, { sellerId: bob.id });
  const parties = { gigId: offer.id, sellerId: bob.id, buyerId: ann.id };
  const dots = async () => {
    const pages = [await ann.get("/no/such/page"), await bob.get("/no/such/page")];
    return pages.map(
      ({ html }) => /id="turn"( hidden="")?>[^<]*<span class="vh">, your turn/.exec(html)?.[1],
    );
  };
  const rows = async () => {
    const measured = measuredDatabase(env.DB);
    const counted = drizzle(measured.database, { schema });
    const header = await findHeader(counted, ann.id);
    return { turn: header?.turn, read: measured.read() };
  };
  const order = await orderRow(db, { ...parties, turn: null });
  expect(await dots()).toEqual([' hidden=""', ' hidden=""']);
  const before = await rows();
  const turnTo = (turn: "buyer" | "seller") =>
    db.update(schema.orders).set({ turn }).where(eq(schema.orders.id, order.id));
  await turnTo("buyer");
  expect(await dots()).toEqual([undefined, ' hidden=""']);
  for (let more = 0; more < 20; more++) await orderRow(db, { ...parties, turn: "buyer" });
  const after = await rows();
  expect([before.turn, after.turn, after.read - before.read <= 3]).toEqual([false, true, true]);
  await db.delete(schema.orders).where(ne(schema.orders.id, order.id));
  await turnTo("seller");
  expect(await dots()).toEqual([' hidden=""', undefined]);
  expect((await visitor.signedOut().get("/no/such/page")).html).not.toContain('id="turn"');
});

it("If signing out fails, the page says 'Failed to sign out' and the viewer stays signed in", async () => {
  expectErrorLog("sign-out failed");
  const ann = await visitor.signedIn();
  const before = ann.send;
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "sessions"')) });
  const answer = await ann.submit("/sign-out", {});
  expect([answer.status, answer.location]).toEqual([303, "/"]);
  ann.send = before;
  const page = await ann.get("/");
  expect(page.text).toContain("Failed to sign out");
  expect(page.text).toContain("Sign out");
});
