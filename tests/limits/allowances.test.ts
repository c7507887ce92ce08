import { env } from "cloudflare:workers";
import { and, eq, like, notLike } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { second } from "#app/lib/dates.ts";
import { type Allowance, type AllowedAction, allowances, rates } from "#app/limits/limits.ts";
import { limits } from "#drizzle/schema.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";
import { conversationOf, postJson, stories } from "./stories.ts";

// Each action is done four to eight times.
vi.setConfig({ testTimeout: 60_000 });

const names = Object.keys(allowances) as AllowedAction[];
for (const action of names) {
  it(`${action}: one request above the limit of an account or a network is refused, 1 % below it is not`, async () => {
    const { send, kept, typed } = await stories[action]();
    await send();
    const allowance: Allowance = allowances[action];
    const counted = allowance.countsAs ?? action;
    const ofAccount = `${counted}:day:account:%`;
    for (const of of ["account", "network"] as const) {
      const most = allowances[action][of];
      if (most === null) continue;
      const key = of === "account" ? like(limits.key, ofAccount) : notLike(limits.key, ofAccount);
      const spend = (count: number) =>
        db
          .update(limits)
          .set({ count })
          .where(and(like(limits.key, `${counted}:day:%`), key));
      expect((await spend(Math.floor(most * 0.99) - 1)).meta.changes).toBeGreaterThan(0);
      const below = await send();
      expect(below.status).not.toBe(429);
      expect(below.headers.get("Retry-After")).toBeNull();
      await spend(most);
      const refused = await send();
      // The export redirects to its page, with a notice.
      expect([of, refused.status]).toEqual([of, action === "export" ? 302 : 429]);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(80_000);
      if (action !== "export") expect(refused.html).toContain("Too many attempts. Please wait 24 hours");
      expect(kept?.(refused)).toBe(typed);
      await spend(0);
    }
  });
}

it("create-payment answers with its own error shape", async () => {
  const [ann, offer] = [await visitor.signedIn(), await gig(db)];
  const details = { paymentType: "service", serviceDetails: { gigId: offer.id, package: "starter" } };
  expect((await postJson(ann, "/functions/create-payment", details)).status).toBe(200);
  await db
    .update(limits)
    .set({ count: allowances.order.account })
    .where(like(limits.key, "order:day:account:%"));
  const refused = await postJson(ann, "/functions/create-payment", details);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(JSON.parse(refused.html).error.message).toContain("Too many attempts.");
});

it("A text counts once, and once more for each 1,000 bytes", async () => {
  const ann = await visitor.signedIn();
  const conversation = await conversationOf(ann);
  const content = "é".repeat(2500);
  expect((await ann.submit("/messages", { conversation, id: crypto.randomUUID(), content })).status).toBe(
    303,
  );
  const [counted] = await db
    .select()
    .from(limits)
    .where(and(like(limits.key, "message:month:%"), eq(limits.count, 6)));
  expect(counted).toBeDefined();
});

it("Fifty concurrent requests are counted as fifty", async () => {
  const ann = await visitor.signedIn();
  const conversation = await conversationOf(ann);
  const send = (content: string) =>
    ann.submit("/messages", { conversation, id: crypto.randomUUID(), content });
  await send("The first");
  await db
    .update(limits)
    .set({ count: allowances.message.account - 5 })
    .where(like(limits.key, "message:day:account:%"));
  const pages = await Promise.all(Array.from({ length: 50 }, (_, i) => send(`Number ${i}`)));
  expect(pages.filter(({ status }) => status === 303).length).toBe(5);
});

it("A burst of writes is refused before the database counts it, and what was typed is kept", async () => {
  const ann = await visitor.signedIn();
  const asked: string[] = [];
  const DB = faultyDatabase(env.DB, (sql) => {
    asked.push(sql);
    return false;
  });
  ann.send = productWith({ DB, WRITE_RATE: { limit: async () => ({ success: false }) } });
  const page = await ann.submit("/profile/replies", { content: "Is it blue?" });
  expect([page.status, page.headers.get("Retry-After"), page.field("content")]).toEqual([
    429,
    "60",
    "Is it blue?",
  ]);
  expect(asked.filter((sql) => /limits|insert/.test(sql))).toEqual([]);
});

/** Exhausts the rate of reads, then opens an address; again if the window of a minute has just ended. */
async function getAboveRate(reader: Visitor, key: string, path: string): Promise<Page> {
  const open = async () => {
    for (let i = 0; (await env.READ_RATE.limit({ key })).success; i++) expect(i).toBeLessThan(2 * rates.read);
    return await reader.get(path);
  };
  const page = await open();
  return page.status === 429 ? page : await open();
}

it("Local runs use the short windows of wrangler.toml, and a search above their limit is refused", async () => {
  const [ann, ben] = [visitor.passingBy(), await visitor.signedIn()];
  expect((await ann.get("/search?q=first")).status).toBe(200);
  for (const [reader, key] of [
    [ann, ann.address],
    [ben, ben.id],
  ] as const) {
    const refused = await getAboveRate(reader, key, "/search?q=another");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(refused.text).toContain("Too many attempts. Please wait a minute");
  }
  expect(
    (await visitor.passingBy().get("/search?q=another", { "CF-Connecting-IP": "198.51.100.50" })).status,
  ).toBe(200);
  for (const path of [
    "/payment-success?session_id=cs_1",
    "/orders/x/receipt",
    "/orders/x/files/y",
    "/messages",
    "/messages?conversation=x",
  ])
    expect([path, (await getAboveRate(ben, ben.id, path)).status]).toEqual([path, 429]);
});

it("After a day the count starts again", async () => {
  const { send } = await stories.message();
  await send();
  await db
    .update(limits)
    .set({ count: allowances.message.account, resetsAt: Date.now() - second })
    .where(like(limits.key, "message:day:%"));
  expect((await send()).status).toBe(303);
});
