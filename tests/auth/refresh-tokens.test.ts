import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as refreshTokens from "#app/auth/refresh-tokens.server.ts";
import { sessionLife } from "#app/auth/session.ts";
import { accessLife } from "#app/auth/tokens.server.ts";
import { minute } from "#app/lib/dates.ts";
import {
  isSignedIn,
  recordingDatabase,
  refresh,
  sessionOf,
  withoutAccess,
} from "../support/accounts/sessions.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { db, origin, visitor } from "../support/visitor.ts";

describe("refreshing", () => {
  it("A page requested with an expired access token is shown and sets new tokens", async () => {
    const ann = await visitor.signedIn();
    const first = ann.cookie("session");
    const later = withoutAccess(ann);
    expect(await isSignedIn(later)).toBe(true);
    expect(later.cookie("session")).not.toBe(first);
    expect(later.cookie("access")).toBeTruthy();
    expect(await isSignedIn(later)).toBe(true);
  });

  it("20 parallel refreshes get the same successor, and it works for all of them", async () => {
    const ann = await visitor.signedIn();
    const tabs = Array.from({ length: 20 }, () => withoutAccess(ann));
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(tabs.map((tab) => tab.cookie("session"))).size).toBe(1);
    for (const tab of tabs) expect(await isSignedIn(withoutAccess(tab))).toBe(true);
  });

  it("Two tabs that refresh in turn stay signed in, even if a response is lost", async () => {
    const ann = await visitor.signedIn();
    const [one, two] = [withoutAccess(ann), withoutAccess(ann)];
    expect((await refresh(one)).status).toBe(200);
    expect((await refresh(two)).status).toBe(200);
    // The response to `one` was lost, so it presents the first token again.
    expect((await refresh(withoutAccess(ann))).status).toBe(200);
    expect((await refresh(one)).status).toBe(200);
    expect(await isSignedIn(one)).toBe(true);
  });

  it("An old refresh token ends the session in every browser", async () => {
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
    expect((await sessionOf(ann)).endedAt).not.toBeNull();
    expect((await refresh(ann)).status).toBe(401);
    expect(await isSignedIn(ann)).toBe(false);
  });

  it("A forged token, one of an unknown session, or one with a counter not issued yet does not end a session", async () => {
    const ann = await visitor.signedIn();
    const { id } = await sessionOf(ann);
    const future = await refreshTokens.sign(env.APP_SECRET, { id, counter: 5 });
    const unknown = await refreshTokens.sign(env.APP_SECRET, { id: crypto.randomUUID(), counter: 0 });
    const other = await refreshTokens.sign("another secret", { id, counter: 0 });
    for (const token of [future, unknown, other, `${id}.1.${"A".repeat(43)}`, "ended", ""]) {
      const eve = visitor.passingBy();
      eve.setCookie("session", token);
      expect((await refresh(eve)).status, token).toBe(401);
    }
    expect((await sessionOf(ann)).endedAt).toBeNull();
    expect(await isSignedIn(withoutAccess(ann))).toBe(true);
  });

  it("A database failure answers 503 and keeps the session", async () => {
    const ann = await visitor.signedIn();
    const tab = withoutAccess(ann);
    tab.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "sessions"')) });
    expect((await refresh(tab)).status).toBe(503);
    expect(tab.cookie("session")).toBe(ann.cookie("session"));
    expectErrorLog("viewer unknown");
    const post = await tab.submit("/orders", { gigId: "x" });
    expect([post.status, tab.cookie("session")]).toEqual([503, ann.cookie("session")]);
    tab.send = visitor.passingBy().send;
    expect((await refresh(tab)).status).toBe(200);
  });

  it("A session expires 30 days after its last refresh", async () => {
    const ann = await visitor.signedIn();
    const at = Date.now();
    const token = ann.cookie("session") ?? "";
    const early = await refreshTokens.redeem(db, env.APP_SECRET, token, at + sessionLife - minute);
    expect(early.state).toBe("refreshed");
    const next = await refreshTokens.sign(env.APP_SECRET, await sessionOf(ann));
    const late = at + 2 * sessionLife;
    expect((await refreshTokens.redeem(db, env.APP_SECRET, next, late)).state).toBe("ended");
  });
});

describe("token cookies", () => {
  it("Are HttpOnly and SameSite=Lax; in production also Secure and bound to the host", async () => {
    const ann = await visitor.signedIn();
    const local = await refresh(withoutAccess(ann));
    const live = productWith({
      ENVIRONMENT: "production",
      STRIPE_API: "https://api.stripe.com",
      APP_ORIGIN: origin,
    });
    const request = new Request(`${origin}/auth/refresh`, {
      method: "POST",
      headers: { Origin: origin, Cookie: `__Host-session=${ann.cookie("session")}` },
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

  it("Invalid cookies are removed without reading the sessions", async () => {
    const eve = visitor.passingBy();
    eve.setCookie("session", "ended");
    const recorded = recordingDatabase();
    eve.send = productWith({ DB: recorded.database });
    await eve.get("/categories");
    expect(eve.cookie("session")).toBeUndefined();
    expect(recorded.statements.filter((sql) => sql.includes("sessions"))).toEqual([]);
  });
});

it("The key set is published without its private keys", async () => {
  const answer = await visitor.passingBy().fetch("/.well-known/jwks.json");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  const { keys } = await answer.json<{ keys: Record<string, unknown>[] }>();
  expect(keys.length).toBe(JSON.parse(env.TOKEN_KEYS).length);
  for (const key of keys)
    expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

it("An access token is valid for ten minutes", () => {
  expect(accessLife).toBe(10 * minute);
});
