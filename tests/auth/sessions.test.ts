import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as refreshTokens from "#app/auth/refresh-tokens.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { accountEvents, orders } from "#drizzle/schema.ts";
import { accountEventKinds } from "../support/accounts/events.ts";
import {
  copyOf,
  isSignedIn,
  recordingDatabase,
  refresh,
  sessionOf,
  shopEndingSession,
} from "../support/accounts/sessions.ts";
import { productWith } from "../support/bindings/faulty.ts";
import { connect } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

// The tests send Stripe's events themselves. An automatic delivery would be a second one.
await deliveries("off");

describe("the viewer of a request", () => {
  it("Costs no read while the access token is valid", async () => {
    const ann = await visitor.signedIn();
    await ann.get("/categories");
    const recorded = recordingDatabase();
    ann.send = productWith({ DB: recorded.database });
    expect((await ann.get("/categories")).text).toContain("Categories");
    // The header reads the viewer's profile. The rest of the page is cached.
    expect(recorded.statements.length).toBe(1);
    expect(recorded.statements[0]).toContain('from "profiles"');
    expect((await ann.get("/orders")).status).toBe(200);
    expect(recorded.statements.filter((sql) => sql.includes('from "sessions"'))).toEqual([]);
  });

  it("An invalid access token alone does not sign in; with a valid refresh token it is replaced", async () => {
    const ann = await visitor.signedIn();
    const access = ann.cookie("access") ?? "";
    const [head, body = "", signature] = access.split(".");
    const claims = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/")));
    const bob = await visitor.signedIn();
    const tampered = [head, btoa(JSON.stringify({ ...claims, sub: bob.id })), signature].join(".");
    const none = [btoa(JSON.stringify({ alg: "none", typ: "at+jwt" })), body, ""].join(".");
    for (const token of [tampered, none, "x", access.slice(0, -4)]) {
      const eve = visitor.passingBy();
      eve.setCookie("access", token);
      expect(await isSignedIn(eve)).toBe(false);
      expect(eve.cookie("access")).toBeUndefined();
      const browser = copyOf(ann);
      browser.setCookie("access", token);
      expect(await isSignedIn(browser)).toBe(true);
      expect(browser.cookie("access")).not.toBe(token);
      ann.setCookie("session", browser.cookie("session") ?? "");
    }
  });

  it("Signing out ignores what is in its form", async () => {
    const ann = await visitor.signedIn();
    const page = await ann.submit("/sign-out", { unknown: "x" });
    expect([page.location, ann.cookie("access")]).toEqual(["/", undefined]);
  });

  it("Signing out invalidates copied cookies for pages, data, forms, refresh and the socket", async () => {
    const ann = await visitor.signedIn();
    const service = await gig(db);
    const copy = () => copyOf(ann);
    const [page, data, form, token, socket, home] = [copy(), copy(), copy(), copy(), copy(), copy()];
    expect((await ann.submit("/sign-out", {})).location).toBe("/");
    expect(ann.cookie("session")).toBeUndefined();
    expect(ann.cookie("access")).toBeUndefined();
    expect(await isSignedIn(page)).toBe(false);
    expect((await data.get("/orders.data?_routes=checkout%2Forders.route")).html).toContain("sign-in");
    expect((await form.submit("/orders", { gigId: service.id })).location).toContain("/sign-in");
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toEqual([]);
    expect((await refresh(token)).status).toBe(401);
    const live = await connect(socket);
    await expect.poll(() => live.closed).toEqual([4401]);
    expect(live.received).toEqual([]);
    expect((await home.open("/")).text).toContain("Sign In");
    for (const browser of [page, data, form, token, home]) expect(browser.cookie("access")).toBeUndefined();
  });

  it("An order does not change if the session ends during the request", async () => {
    const { ann, order } = await paidOrder();
    const { id } = await sessionOf(ann);
    ann.send = shopEndingSession(id, 'insert into "order_events"');
    const answer = await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    expect(answer.location).toContain("/sign-in?");
    const [now] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect([now?.status, now?.paymentStatus]).toEqual(["pending", "paid"]);
  });

  it("No order is placed if the session ends during the request", async () => {
    const ann = await visitor.signedIn();
    const service = await gig(db);
    const { id } = await sessionOf(ann);
    ann.send = shopEndingSession(id, 'insert into "orders"');
    const answer = await ann.submit("/orders", { gigId: service.id });
    expect(answer.status).toBe(303);
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toEqual([]);
  });
});

describe("the list of sessions on the security page", () => {
  it("Names device and place, and ends one session or all", async () => {
    const ann = await visitor.signedIn();
    const phone = visitor.passingBy();
    const row = await sessionOf(ann);
    const { row: phoneSession } = sessions.build({
      userId: ann.id,
      role: "user",
      aal: "aal1",
      owesFactor: false,
      device: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      place: "Lisbon, PT",
      at: Date.now(),
    });
    await db.batch(sessions.started(db, phoneSession));
    phone.setCookie("session", await refreshTokens.sign(env.APP_SECRET, phoneSession));
    expect(await isSignedIn(phone)).toBe(true);
    const page = await ann.get("/profile/security");
    expect(page.text).toContain("Firefox on Linux");
    expect(page.text).toContain("Lisbon, PT");
    const ended = await ann.submitAndFollow("/profile/security", { intent: "end", session: phoneSession.id });
    expect(ended.text).toContain("That browser was signed out.");
    expect(await isSignedIn(phone)).toBe(false);
    const out = await ann.submit("/profile/security", { intent: "end-all" });
    expect(out.location).toBe("/");
    expect((await sessionOf(ann)).id).toBe(row.id);
    expect(await isSignedIn(ann)).toBe(false);
    expect(await accountEventKinds(ann.id)).toEqual(["session_ended", "sessions_ended"]);
  });

  it("Ignores another user's session, without revealing whether it exists", async () => {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    const { id } = await sessionOf(bob);
    const page = await ann.submit("/profile/security", { intent: "end", session: id });
    expect(page.status).toBe(303);
    expect(await isSignedIn(bob)).toBe(true);
    expect((await ann.submit("/profile/security", { intent: "nonsense" })).status).toBe(400);
    expect((await visitor.passingBy().get("/profile/security")).location).toContain("/sign-in");
  });

  it("Ends no session if the viewer's own session ends during the request", async () => {
    const ann = await visitor.signedIn();
    const { id } = await sessionOf(ann);
    ann.send = shopEndingSession(id, 'insert into "account_events"');
    const page = await ann.submit("/profile/security", { intent: "end-others" });
    expect(page.location).toContain("/sign-in");
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, ann.id))).toEqual([]);
  });

  it("Ends no session for a copied cookie of an ended session", async () => {
    const ann = await visitor.signedIn();
    const thief = copyOf(ann);
    await ann.submit("/sign-out", {});
    await ann.beginSession();
    expect((await thief.submit("/profile/security", { intent: "end-all" })).location).toContain("/sign-in");
    expect(await isSignedIn(ann)).toBe(true);
  });
});
