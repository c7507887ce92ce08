import { env } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { z } from "zod";
import { readForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { Refusal, type RefusalKind, refusalStatuses, refuse, refuseIf } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";
import { faultyDatabase } from "../support/bindings/faulty.ts";
import { db, visitor } from "../support/visitor.ts";

const schema = z.object({ note: z.string().min(3, "Write a note") });
const failed = { event: "note not saved", sentence: "We couldn't save your note. Please try again." };
const path = "/notes";

/** What an action receives, with the notices and cookies that it sets. */
async function contextOf(viewer: { id: string } | null, database = db) {
  const cookies = new Map<string, string | null>();
  const logged: string[] = [];
  const context = {
    ...{ db: database, viewer, draftKey: null, address: "198.51.100.7", clock: { now: () => Date.now() } },
    cookies: { set: (name: string, value: string | null) => cookies.set(name, value) },
    log: (_: string, event: string) => logged.push(event),
    later: () => {},
  };
  return { context: context as unknown as AppLoadContext, cookies, logged };
}

const ann = await visitor.signedIn();

const formOf = (note = "Blue, 3 mm") =>
  readForm(
    new Request("https://shop.test/notes", { method: "POST", body: new URLSearchParams({ note }) }),
    schema,
  );

const again = ({ sentence, errors, kind }: Refusal) => ({ sentence, errors, kind });

/** Runs a write and returns what its answer says. */
async function answerOf(
  act: () => Promise<unknown>,
  viewer: { id: string } | null = { id: ann.id },
  on?: D1Database,
) {
  const { context, cookies, logged } = await contextOf(viewer, on && drizzle(on));
  const form = await formOf();
  const park = { typed: { note: "Blue, 3 mm" }, longest: {} };
  const answer = await writes
    .run(context, form, { path, park, again, failed }, act)
    .catch((thrown) => thrown);
  const reply = answer as { data?: unknown; init?: ResponseInit };
  const response = answer instanceof Response ? answer : null;
  return {
    status: response?.status ?? reply.init?.status,
    headers: new Headers(response?.headers ?? reply.init?.headers),
    location: response?.headers.get("Location") ?? null,
    data: reply.data,
    ...{ cookies, logged },
  };
}

const shown: RefusalKind[] = [
  "over",
  "invalid",
  "too large",
  "unknown type",
  "stale",
  "refused",
  "unreachable",
  "failed",
];

it.each(shown)("A form that is refused as %s is shown again, with the status of its kind", async (kind) => {
  const { status, headers, data } = await answerOf(async () => refuse(kind, "No", { wait: 60 }));
  expect([status, headers.get("Retry-After"), headers.get("Cache-Control")]).toEqual([
    refusalStatuses[kind],
    "60",
    "private, no-store",
  ]);
  expect(data).toEqual({ kind, sentence: "No", errors: {} });
});

it("What a visitor typed is parked, and they return to it after signing in", async () => {
  const { status, location, cookies } = await answerOf(async () => refuse("signed out"), null);
  expect(status).toBe(303);
  const query = new URL(location ?? "", "https://shop.test").searchParams;
  expect(query.get("redirectTo")).toMatch(/^\/notes\?draft=[\da-f-]{36}$/);
  expect(decodeURIComponent(cookies.get("toast") ?? "")).toContain("Please sign in to continue");
  expect(cookies.has("access")).toBe(false);
});

it("A viewer whose session has ended loses their tokens", async () => {
  const endedSession = () => db.batch([guards.that(db, "session", sql`null`)]);
  const { location, cookies } = await answerOf(endedSession);
  expect(location).toContain("/sign-in?redirectTo=%2Fnotes%3Fdraft");
  expect(cookies.get("access")).toBeNull();
});

it("A user who is no longer an operator gets the ordinary 404", async () => {
  const { status, data } = await answerOf(() => db.batch([guards.that(db, "operator", sql`0`)]));
  expect([status, data]).toEqual([404, undefined]);
  expect((await answerOf(async () => refuse("gone"))).status).toBe(404);
});

it("A viewer whose address is not verified sees why, in the form", async () => {
  const { status, data } = await answerOf(async () => refuse("unverified", "Please verify"));
  expect([status, data]).toEqual([403, { kind: "unverified", sentence: "Please verify", errors: {} }]);
});

it("A verify link that can't be sent leaves the answer as it is", async () => {
  const broken = faultyDatabase(env.DB, () => true);
  const { status, logged } = await answerOf(
    async () => refuse("unverified", "Please verify"),
    { id: ann.id },
    broken,
  );
  expect([status, logged]).toEqual([403, ["verify link not sent"]]);
});

it("An error that is not a refusal is logged, and the form says that it failed", async () => {
  const { status, data, logged } = await answerOf(async () => {
    throw new Error("D1_ERROR: no such table");
  });
  expect([status, data, logged]).toEqual([
    503,
    { kind: "failed", sentence: failed.sentence, errors: {} },
    [failed.event],
  ]);
});

it("What the framework throws passes through", async () => {
  const { status } = await answerOf(async () => {
    throw new Response(null, { status: 418 });
  });
  expect(status).toBe(418);
});

it("A form that breaks the bounds of all forms never reaches the action of a viewer", async () => {
  const { context } = await contextOf({ id: ann.id });
  const body = new URLSearchParams({ note: "Blue, 3 mm", other: "1" });
  const form = await readForm(new Request("https://shop.test/notes", { method: "POST", body }), schema);
  let hasRun = false;
  const answer = await writes.run(context, form, { path, again, failed }, async () => {
    hasRun = true;
  });
  expect([hasRun, (answer as { init?: ResponseInit }).init?.status]).toEqual([false, 400]);
});

it("Fields that are wrong come back by name, and a rule's sentence as it is", async () => {
  const wrong = await formOf("no");
  expect(() => writes.parse(wrong, schema)).toThrow();
  const refusal = await Promise.resolve()
    .then(() => writes.parse(wrong, schema))
    .catch((thrown) => thrown);
  expect([refusal.kind, refusal.errors, refusal.first]).toEqual([
    "invalid",
    { note: ["Write a note"] },
    "Write a note",
  ]);
  expect(() => refuseIf("refused", null)).not.toThrow();
});

it("A script gets JSON with the same statuses, and is never redirected", async () => {
  const { context } = await contextOf(null);
  const page = { path, body: writes.stateOf, failed };
  for (const kind of Object.keys(refusalStatuses) as RefusalKind[]) {
    const answer = await writes.call(context, { refusal: null }, page, async () =>
      refuse(kind, "No", { wait: 5 }),
    );
    expect([kind, answer.status, answer.headers.get("Retry-After")]).toEqual([
      kind,
      refusalStatuses[kind],
      "5",
    ]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
  const body = await writes.call(context, { refusal: null }, page, async () => refuse("refused", "No"));
  expect(await body.json()).toEqual({ state: "refused", sentence: "No" });
  expect(writes.stateOf(new Refusal("refused"))).toEqual({ state: "gone" });
});
