import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as refreshTokens from "#app/auth/refresh-tokens.server.ts";
import { sessionLife } from "#app/auth/session.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { accessLife } from "#app/auth/tokens.server.ts";
import { minute } from "#app/lib/dates.ts";
import { accountEvents, orders, sessions as table } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, shop, visitor } from "../support/visitor.ts";

// They are made by hand: two at once would be answered before the first is worked on.
await deliveries("off");

type Someone = Awaited<ReturnType<typeof visitor.signedIn>>;

/** The session of a visitor, as its row stands. */
async function rowOf(ann: Someone) {
  const [row] = await db.select().from(table).where(eq(table.userId, ann.id));
  if (!row) throw new Error("No session");
  return row;
}

/** A copy of somebody's browser as it is now. */
function copyOf(ann: Someone, names = ["session", "access"]) {
  const copy = visitor.passingBy();
  for (const name of names) copy.setCookie(name, ann.cookie(name) ?? "");
  return copy;
}

/** The database, and every statement that it is asked. */
function statements() {
  const made: string[] = [];
  const database = faultyDatabase(env.DB, (sql) => {
    made.push(sql);
    return false;
  });
  return { database, made };
}

const refresh = (who: { fetch: Someone["fetch"] }) =>
  who.fetch("/auth/refresh", { method: "POST", headers: { Origin: shop } });
const isSignedIn = async (who: { get: Someone["get"] }) => (await who.get("/orders")).status === 200;

/** Forgets the access token: it is over. */
const withoutAccess = (ann: Someone) => copyOf(ann, ["session"]);

describe("refreshing", () => {
  it("a page whose access token is over is shown, and brings the next tokens", async () => {
    const ann = await visitor.signedIn();
    const first = ann.cookie("session");
    const later = withoutAccess(ann);
    expect(await isSignedIn(later)).toBe(true);
    expect(later.cookie("session")).not.toBe(first);
    expect(later.cookie("access")).toBeTruthy();
    expect(await isSignedIn(later)).toBe(true);
  });

  it("20 at once are led to the same successor, and all go on with it", async () => {
    const ann = await visitor.signedIn();
    const tabs = Array.from({ length: 20 }, () => withoutAccess(ann));
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(tabs.map((tab) => tab.cookie("session"))).size).toBe(1);
    for (const tab of tabs) expect(await isSignedIn(withoutAccess(tab as Someone))).toBe(true);
  });

  it("two tabs in turn, and an answer that never arrived, keep their owner signed in", async () => {
    const ann = await visitor.signedIn();
    const [one, two] = [withoutAccess(ann), withoutAccess(ann)];
    expect((await refresh(one)).status).toBe(200);
    expect((await refresh(two)).status).toBe(200);
    // The answer to `one` was lost: it shows the first token once more.
    expect((await refresh(withoutAccess(ann))).status).toBe(200);
    expect((await refresh(one)).status).toBe(200);
    expect(await isSignedIn(one)).toBe(true);
  });

  it("an old refresh token ends the session for everybody who holds it", async () => {
    const ann = await visitor.signedIn();
    const thief = withoutAccess(ann);
    expect((await refresh(ann)).status).toBe(200);
    expect((await refresh(ann)).status).toBe(200);
    const answer = await refresh(thief);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: { code: "session_missing", message: "Auth session missing" },
    });
    expect(thief.cookie("session")).toBeUndefined();
    expect((await rowOf(ann)).endedAt).not.toBeNull();
    expect((await refresh(ann)).status).toBe(401);
    expect(await isSignedIn(ann)).toBe(false);
  });

  it("a token that is forged, of no session, or from the future costs no session its life", async () => {
    const ann = await visitor.signedIn();
    const { id } = await rowOf(ann);
    const future = await refreshTokens.sign(env.APP_SECRET, { id, counter: 5 });
    const unknown = await refreshTokens.sign(env.APP_SECRET, { id: crypto.randomUUID(), counter: 0 });
    const other = await refreshTokens.sign("another secret", { id, counter: 0 });
    for (const token of [future, unknown, other, `${id}.1.${"A".repeat(43)}`, "ended", ""]) {
      const eve = visitor.passingBy();
      eve.setCookie("session", token);
      expect((await refresh(eve)).status, token).toBe(401);
    }
    expect((await rowOf(ann)).endedAt).toBeNull();
    expect(await isSignedIn(withoutAccess(ann))).toBe(true);
  });

  it("a failure of the database is no end: 503, and the next try goes on", async () => {
    const ann = await visitor.signedIn();
    const tab = withoutAccess(ann);
    tab.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "sessions"')) });
    expect((await refresh(tab)).status).toBe(503);
    expect(tab.cookie("session")).toBe(ann.cookie("session"));
    expectErrorLog("viewer unknown");
    const post = await tab.submit("/orders", { gigId: "x" });
    expect([post.status, tab.cookie("session")]).toEqual([503, ann.cookie("session")]);
    tab.door = visitor.passingBy().door;
    expect((await refresh(tab)).status).toBe(200);
  });

  it("a session that nobody used for 30 days is over; each refresh begins them anew", async () => {
    const ann = await visitor.signedIn();
    const at = Date.now();
    const token = ann.cookie("session") ?? "";
    const early = await refreshTokens.redeem(db, env.APP_SECRET, token, at + sessionLife - minute);
    expect(early.state).toBe("fresh");
    const next = await refreshTokens.sign(env.APP_SECRET, await rowOf(ann));
    const late = at + 2 * sessionLife;
    expect((await refreshTokens.redeem(db, env.APP_SECRET, next, late)).state).toBe("ended");
  });
});

describe("who is looking", () => {
  it("costs no read where the token is fresh: a signed-in page asks for nothing that it would not show", async () => {
    const ann = await visitor.signedIn();
    await ann.get("/categories");
    const asked = statements();
    ann.door = shopWith({ DB: asked.database });
    expect((await ann.get("/categories")).text).toContain("Categories");
    // What the header says of her; the rest is shared.
    expect(asked.made.length).toBe(1);
    expect(asked.made[0]).toContain('from "profiles"');
    expect((await ann.get("/orders")).status).toBe(200);
    expect(asked.made.filter((sql) => sql.includes('from "sessions"'))).toEqual([]);
  });

  it("tokens that are tampered with, or of another key, give way to the refresh token, and alone are nobody's", async () => {
    const ann = await visitor.signedIn();
    const access = ann.cookie("access") ?? "";
    const [head, body = "", signature] = access.split(".");
    const said = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/")));
    const bob = await visitor.signedIn();
    const tampered = [head, btoa(JSON.stringify({ ...said, sub: bob.id })), signature].join(".");
    const none = [btoa(JSON.stringify({ alg: "none", typ: "at+jwt" })), body, ""].join(".");
    for (const token of [tampered, none, "x", access.slice(0, -4)]) {
      const eve = visitor.passingBy();
      eve.setCookie("access", token);
      expect(await isSignedIn(eve)).toBe(false);
      expect(eve.cookie("access")).toBeUndefined();
      const holder = copyOf(ann);
      holder.setCookie("access", token);
      expect(await isSignedIn(holder)).toBe(true);
      expect(holder.cookie("access")).not.toBe(token);
      ann.setCookie("session", holder.cookie("session") ?? "");
    }
  });

  it("signing out kills the old cookies on every road: pages, data, forms, refresh and socket", async () => {
    const ann = await visitor.signedIn();
    const service = await gig(db);
    const old = () => copyOf(ann);
    const [page, data, form, fresh, wire, home] = [old(), old(), old(), old(), old(), old()];
    expect((await ann.submit("/sign-out", {})).location).toBe("/");
    expect(ann.cookie("session")).toBeUndefined();
    expect(ann.cookie("access")).toBeUndefined();
    expect(await isSignedIn(page)).toBe(false);
    expect((await data.get("/orders.data?_routes=dashboard%2Forders.route")).html).toContain("sign-in");
    expect((await form.submit("/orders", { gigId: service.id })).location).toContain("/sign-in");
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toEqual([]);
    expect((await refresh(fresh)).status).toBe(401);
    const upgrade = await wire.fetch("/live", { headers: { Upgrade: "websocket", Origin: shop } });
    expect(upgrade.status).toBe(401);
    expect((await home.open("/")).text).toContain("Sign In");
    for (const copy of [page, data, form, fresh, home]) expect(copy.cookie("access")).toBeUndefined();
  });

  it("an order is not moved in the name of a session that ends meanwhile", async () => {
    const { ann, order } = await paidOrder();
    const { id } = await rowOf(ann);
    const ending = async () => {
      await db.update(table).set({ endedAt: Date.now() }).where(eq(table.id, id));
      return false;
    };
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => (sql.startsWith('insert into "order_events"') ? ending() : false)),
    });
    const answer = await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    expect(answer.location).toContain("/sign-in?");
    const [now] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect([now?.status, now?.paymentStatus]).toEqual(["pending", "paid"]);
  });

  it("money is not moved in the name of a session that ends while the order is being placed", async () => {
    const ann = await visitor.signedIn();
    const service = await gig(db);
    const { id } = await rowOf(ann);
    const ending = async () => {
      await db.update(table).set({ endedAt: Date.now() }).where(eq(table.id, id));
      return false;
    };
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => (sql.startsWith('insert into "orders"') ? ending() : false)),
    });
    const answer = await ann.submit("/orders", { gigId: service.id });
    expect(answer.status).toBe(303);
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toEqual([]);
  });
});

describe("cookies", () => {
  it("are HttpOnly and SameSite=Lax; in production also Secure and bound to the host", async () => {
    const ann = await visitor.signedIn();
    const local = await refresh(withoutAccess(ann));
    const live = shopWith({
      ENVIRONMENT: "production",
      STRIPE_API: "https://api.stripe.com",
      APP_ORIGIN: shop,
    });
    const request = new Request(`${shop}/auth/refresh`, {
      method: "POST",
      headers: { Origin: shop, Cookie: `__Host-session=${ann.cookie("session")}` },
    });
    const remote = await live(request);
    for (const [answer, host] of [
      [local, ""],
      [remote, "__Host-"],
    ] as const) {
      expect(answer.status).toBe(200);
      const lines = answer.headers.getSetCookie();
      expect(lines.map((line) => line.split("=")[0]).toSorted()).toEqual([`${host}access`, `${host}session`]);
      for (const line of lines) {
        expect(line).toContain("; Path=/; HttpOnly; SameSite=Lax");
        expect(line.includes("; Secure")).toBe(host !== "");
        expect(line).not.toContain("Domain");
      }
    }
  });

  it("that prove nothing are taken away, and the next page is everybody's", async () => {
    const eve = visitor.passingBy();
    eve.setCookie("session", "ended");
    const asked = statements();
    eve.door = shopWith({ DB: asked.database });
    await eve.get("/categories");
    expect(eve.cookie("session")).toBeUndefined();
    expect(asked.made.filter((sql) => sql.includes("sessions"))).toEqual([]);
  });
});

describe("the list of sessions", () => {
  it("names device and place, and one, the others or all can be ended", async () => {
    const ann = await visitor.signedIn();
    const phone = visitor.passingBy();
    const [row] = [await rowOf(ann)];
    const begun = sessions.build({
      userId: ann.id,
      role: "user",
      aal: "aal1",
      owesFactor: false,
      device: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      place: "Lisbon, PT",
      at: Date.now(),
    });
    await sessions.started(db, begun.row);
    phone.setCookie("session", await refreshTokens.sign(env.APP_SECRET, begun.row));
    expect(await isSignedIn(phone)).toBe(true);
    const page = await ann.get("/profile/security");
    expect(page.text).toContain("Firefox on Linux");
    expect(page.text).toContain("Lisbon, PT");
    const ended = await ann.submitAndFollow("/profile/security", { intent: "end", session: begun.row.id });
    expect(ended.text).toContain("That browser is signed out.");
    expect(await isSignedIn(phone)).toBe(false);
    const out = await ann.submit("/profile/security", { intent: "end-all" });
    expect(out.location).toBe("/");
    expect((await rowOf(ann)).id).toBe(row.id);
    expect(await isSignedIn(ann)).toBe(false);
    const happened = await db.select().from(accountEvents).where(eq(accountEvents.userId, ann.id));
    expect(happened.map(({ kind }) => kind)).toEqual(["session_ended", "sessions_ended"]);
  });

  it("nobody ends another's session, and it is not told whether there is one", async () => {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    const { id } = await rowOf(bob);
    const page = await ann.submit("/profile/security", { intent: "end", session: id });
    expect(page.status).toBe(303);
    expect(await isSignedIn(bob)).toBe(true);
    expect((await ann.submit("/profile/security", { intent: "nonsense" })).status).toBe(400);
    expect((await visitor.passingBy().get("/profile/security")).location).toContain("/sign-in");
  });

  it("a signing-out that is overtaken by the end of its own session does nothing, and asks to sign in", async () => {
    const ann = await visitor.signedIn();
    const { id } = await rowOf(ann);
    const ending = async () => {
      await db.update(table).set({ endedAt: Date.now() }).where(eq(table.id, id));
      return false;
    };
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) =>
        sql.startsWith('insert into "account_events"') ? ending() : false,
      ),
    });
    const page = await ann.submit("/profile/security", { intent: "end-others" });
    expect(page.location).toContain("/sign-in");
    expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, ann.id))).toEqual([]);
  });

  it("a signing-out of all others that comes from an ended session does nothing", async () => {
    const ann = await visitor.signedIn();
    const thief = copyOf(ann);
    await ann.submit("/sign-out", {});
    await ann.beginSession();
    expect((await thief.submit("/profile/security", { intent: "end-all" })).location).toContain("/sign-in");
    expect(await isSignedIn(ann)).toBe(true);
  });
});

it("the key set is published without its secrets", async () => {
  const answer = await visitor.passingBy().fetch("/.well-known/jwks.json");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  const { keys } = await answer.json<{ keys: Record<string, unknown>[] }>();
  expect(keys.length).toBe(JSON.parse(env.TOKEN_KEYS).length);
  for (const key of keys)
    expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

it("an access token lives ten minutes", () => {
  expect(accessLife).toBe(10 * minute);
});
