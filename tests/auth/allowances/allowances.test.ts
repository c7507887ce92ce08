import { env } from "cloudflare:workers";
import { and, eq, like, notLike } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { type AllowedAction, allowances, rates } from "#app/auth/allowances/allowance.ts";
import { second } from "#app/lib/dates.ts";
import { limits } from "#drizzle/schema.ts";
import { member, password } from "../../support/accounts/passwords.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { drawn, sendProfile } from "../../support/pictures.ts";
import { placeOrder } from "../../support/purchase.ts";
import { db, origin, Page, type Visitor, visitor } from "../../support/visitor.ts";

// Each action is done four to eight times.
vi.setConfig({ testTimeout: 60_000 });

/** Does an action once, in a way that the product accepts or refuses for another reason than its limit. */
type Story = { send(): Promise<Page>; kept?: (page: Page) => unknown; typed?: unknown };

async function conversationOf(ann: Visitor): Promise<string> {
  const bob = await visitor.signedIn();
  const page = await ann.get(`/messages?user=${bob.id}`);
  return new URL(page.location ?? "", origin).searchParams.get("conversation") ?? "";
}

async function postJson(caller: Visitor, path: string, body: unknown): Promise<Page> {
  const headers = { Origin: origin, "Content-Type": "application/json" };
  return await Page.of(await caller.fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function profileOwner(username: string) {
  const ann = await visitor.signedIn({ username, fullName: "Ann Lee" });
  return { ann, form: { username, fullName: "Ann Lee", title: "", bio: "I throw pots", timeZone: "" } };
}

const stories: Record<AllowedAction, () => Promise<Story>> = {
  async order() {
    const [ann, offer] = [await visitor.signedIn(), await gig(db)];
    return {
      send: () => ann.submit("/orders", { gigId: offer.id, package: "starter", requirements: "A blue cup" }),
      kept: (page) => page.field("requirements"),
      typed: "A blue cup",
    };
  },
  async payment() {
    const { ann, order } = await placeOrder();
    return { send: () => ann.submit(`/orders/${order.id}`, { intent: "pay" }) };
  },
  async transition() {
    const ann = await visitor.signedIn();
    return {
      async send() {
        const order = await orderRow(db, { buyerId: ann.id, stage: "working", status: "in progress" });
        return await ann.submit(`/orders/${order.id}`, {
          intent: "request-cancel",
          note: "The café has closed",
        });
      },
      kept: (page) => page.field("note"),
      typed: "The café has closed",
    };
  },
  async file() {
    const bob = await visitor.signedIn();
    const offer = await gig(db, { sellerId: bob.id });
    return {
      async send() {
        const working = {
          gigId: offer.id,
          sellerId: bob.id,
          stage: "working",
          status: "in progress",
        } as const;
        const order = await orderRow(db, working);
        const body = new FormData();
        body.set("intent", "deliver");
        body.set("note", "Here is what you have ordered");
        body.append("files", new File(["%PDF-1.7 a sheet"], "sheet.pdf", { type: "application/pdf" }));
        const init = { method: "POST", body, headers: { Origin: origin } };
        return await Page.of(await bob.fetch(`/orders/${order.id}`, init));
      },
      kept: (page) => page.field("note"),
      typed: "Here is what you have ordered",
    };
  },
  async review() {
    const ann = await visitor.signedIn();
    const done = { buyerId: ann.id, stage: "closed", status: "completed", completedAt: Date.now() } as const;
    const order = await orderRow(db, done);
    return {
      send: () => ann.submit(`/orders/${order.id}`, { intent: "review", rating: 9, comment: "Fine work" }),
      kept: (page) => page.field("comment"),
      typed: "Fine work",
    };
  },
  async application() {
    const ann = await visitor.signedIn();
    const form = { fullName: "Ann Lee", bio: "I throw pots", skills: "", experience: "" };
    return {
      send: () => ann.submit("/services/sell", form),
      kept: (page) => page.field("bio"),
      typed: "I throw pots",
    };
  },
  async conversation() {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    return { send: () => ann.get(`/messages?user=${bob.id}`) };
  },
  async message() {
    const ann = await visitor.signedIn();
    const conversation = await conversationOf(ann);
    return {
      send: () => ann.submit("/messages", { conversation, id: crypto.randomUUID(), content: "Is it blue?" }),
      kept: (page) => page.field("content"),
      typed: "Is it blue?",
    };
  },
  async profile() {
    const { ann, form } = await profileOwner("limited-one");
    return { send: () => sendProfile(ann, form), kept: (page) => page.field("bio"), typed: "I throw pots" };
  },
  async picture() {
    const { ann, form } = await profileOwner("limited-two");
    const bytes = await drawn("image/png", { width: 200, height: 200, colors: ["#f00"] });
    return {
      send: () => sendProfile(ann, form, { bytes, name: "me" }),
      kept: (page) => page.field("bio"),
      typed: "I throw pots",
    };
  },
  async setting() {
    const ann = await member();
    return {
      send: () => ann.submit("/profile/email", { email: "new@example.test", password: "a wrong one" }),
      kept: (page) => page.field("email"),
      typed: "new@example.test",
    };
  },
  async end() {
    const ann = await visitor.signedIn();
    return { send: () => ann.submit("/profile/security", { intent: "end", session: crypto.randomUUID() }) };
  },
  async session() {
    const ann = await member();
    const from = { "CF-Connecting-IP": "198.51.100.99" };
    return {
      send: () => visitor.passingBy().submit("/sign-in", { email: ann.email, password }, from),
      kept: (page) => page.field("email"),
      typed: ann.email,
    };
  },
  async export() {
    const ann = await visitor.signedIn();
    return {
      async send() {
        // Otherwise the minute between two exports would refuse it.
        await db.delete(limits).where(like(limits.key, "export:address:%"));
        return await ann.get("/profile/export");
      },
    };
  },
  async placeholders() {
    const ann = visitor.signedOut();
    return { send: () => postJson(ann, "/functions/create-placeholders", { init: true }) };
  },
};

const names = Object.keys(allowances) as AllowedAction[];
for (const action of names) {
  it(`${action}: one more than an account or a network may do is refused, 1 % below it is not`, async () => {
    const { send, kept, typed } = await stories[action]();
    await send();
    const ofAccount = `${action}:day:account:%`;
    for (const of of ["account", "network"] as const) {
      const most = allowances[action][of];
      if (most === null) continue;
      const key = of === "account" ? like(limits.key, ofAccount) : notLike(limits.key, ofAccount);
      const spend = (count: number) =>
        db
          .update(limits)
          .set({ count })
          .where(and(like(limits.key, `${action}:day:%`), key));
      expect((await spend(Math.floor(most * 0.99) - 1)).meta.changes).toBeGreaterThan(0);
      const below = await send();
      expect(below.status).not.toBe(429);
      expect(below.headers.get("Retry-After")).toBeNull();
      await spend(most);
      const refused = await send();
      // The export leads back to its page, with a notice.
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

it("A long text counts once for each 1,000 bytes that it begins", async () => {
  const ann = await visitor.signedIn();
  const conversation = await conversationOf(ann);
  const content = "é".repeat(2500);
  expect((await ann.submit("/messages", { conversation, id: crypto.randomUUID(), content })).status).toBe(
    303,
  );
  const [counted] = await db
    .select()
    .from(limits)
    .where(and(like(limits.key, "message:day:%"), eq(limits.count, 6)));
  expect(counted).toBeDefined();
});

it("Fifty at once are counted as fifty", async () => {
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
  const conversation = await conversationOf(ann);
  const asked: string[] = [];
  const DB = faultyDatabase(env.DB, (sql) => {
    asked.push(sql);
    return false;
  });
  ann.send = productWith({ DB, WRITE_RATE: { limit: async () => ({ success: false }) } });
  const page = await ann.submit("/messages", { conversation, content: "Is it blue?" });
  expect([page.status, page.headers.get("Retry-After"), page.field("content")]).toEqual([
    429,
    "60",
    "Is it blue?",
  ]);
  expect(asked.filter((sql) => /limits|insert/.test(sql))).toEqual([]);
});

/** Spends the rate of reads, then opens an address; once more if the window of a minute has just ended. */
async function getAboveRate(reader: Visitor, key: string, path: string): Promise<Page> {
  const open = async () => {
    for (let i = 0; (await env.READ_RATE.limit({ key })).success; i++) expect(i).toBeLessThan(2 * rates.read);
    return await reader.get(path);
  };
  const page = await open();
  return page.status === 429 ? page : await open();
}

it("Local runs have the short windows of wrangler.toml, and a search beyond them is refused", async () => {
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
  for (const path of ["/payment-success?session_id=cs_1", "/orders/x/receipt", "/orders/x/files/y"])
    expect([path, (await getAboveRate(ben, ben.id, path)).status]).toEqual([path, 429]);
});

it("A day later the count begins again", async () => {
  const { send } = await stories.message();
  await send();
  await db
    .update(limits)
    .set({ count: allowances.message.account, resetsAt: Date.now() - second })
    .where(like(limits.key, "message:day:%"));
  expect((await send()).status).toBe(303);
});
