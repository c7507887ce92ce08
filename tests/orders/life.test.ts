import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import { orderEvents, orderFiles, orders, profiles, sessions, settings, users } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { operator } from "../support/operator.ts";
import { paidOrder, placeOrder } from "../support/purchase.ts";
import { deliver, deliveries, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, Page, shop, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const questions = [
  { question: "What do you sell?", type: "text" as const, required: true },
  { question: "Which size?", type: "choice" as const, required: true, options: ["Small", "Large"] },
  { question: "Your old logo", type: "file" as const, required: false },
];
const pdf = (text = "the work") => new Blob([`%PDF-1.7 ${text}`]);

/** Sends a form with files, as a browser does. */
async function sendFiles(
  who: Visitor,
  path: string,
  fields: Record<string, string>,
  files: [field: string, file: Blob, name: string][],
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [field, file, name] of files) body.append(field, file, name);
  return await Page.of(await who.fetch(path, { method: "POST", body, headers: { Origin: shop } }));
}

const read = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];
const toastOf = async (who: Visitor, page: Page) => (await who.open(page.location ?? "")).text;
/** The number of the state that a page shows, which its forms send along. */
const seen = (page: Page) => page.field("version");
const fileLink = (page: Page) => page.links.find((link) => link.includes("/files/")) ?? "";

/** Bob has started on what ann has paid. */
async function startedOrder(options: Parameters<typeof paidOrder>[0] = {}) {
  const paid = await paidOrder(options);
  await paid.bob.submit(`/orders/${paid.order.id}`, { intent: "start" });
  return { ...paid, path: `/orders/${paid.order.id}` };
}

/** Bob has delivered. */
async function deliveredOrder() {
  const started = await startedOrder();
  const note = "Here is all that you have asked for.";
  await started.bob.submit(started.path, { intent: "deliver", note });
  return started;
}

// Twenty and fifty requests: more than five seconds where the machine is busy.
const longer = { timeout: 30_000 };

describe("the life of an order, by forms", longer, () => {
  it("answers, start, delivery with a file, revision, delivery, completion: each is told, and stands in the timeline", async () => {
    const { ann, bob, order } = await paidOrder({ questions });
    const path = `/orders/${order.id}`;
    const asked = await ann.get(path);
    expect(asked.text).toContain("Answer the questions of");
    expect(asked.html).toMatch(/enctype="multipart\/form-data"/i);
    const half = await sendFiles(ann, path, { intent: "answer", "answer-0": "Bread", "answer-1": "" }, []);
    expect([half.status, half.field("answer-0")]).toEqual([400, "Bread"]);
    expect(half.text).toContain("Choose one");
    const answers = { intent: "answer", "answer-0": "Bread", "answer-1": "Large" };
    const answered = await sendFiles(ann, path, answers, [["answer-2", pdf(), "old logo.pdf"]]);
    expect(await toastOf(ann, answered)).toContain("Answers sent");
    expect((await read(order.id))?.answers).toEqual(["Bread", "Large", "old logo.pdf"]);

    const before = await bob.get(path);
    for (const words of ["What do you sell?", "Bread", "Large", "old logo.pdf", "Start working"])
      expect(before.text).toContain(words);
    const started = await bob.submit(path, { intent: "start", version: seen(before) });
    expect(await toastOf(bob, started)).toContain("Order status updated to in progress");
    expect((await ann.get(path)).text).toContain("Due on");

    const note = "Version one of the sheet, as we agreed.";
    const sent = await sendFiles(bob, path, { intent: "deliver", note }, [["files", pdf(), "sheet.pdf"]]);
    expect(await toastOf(bob, sent)).toContain("Delivered");
    const shown = await ann.get(path);
    for (const words of [note, "sheet.pdf", "Request a revision (1 left)", "Mark as complete"])
      expect(shown.text).toContain(words);
    expect(shown.text).toContain("Without an answer it is completed by itself on");

    const short = await ann.submit(path, { intent: "revise", note: "bluer", version: seen(shown) });
    expect([short.status, short.field("note")]).toEqual([400, "bluer"]);
    expect(short.text).toContain("Say what should be different, in at least 10 characters");
    const revise = { intent: "revise", note: "Please make it a little bluer", version: seen(shown) };
    expect(await toastOf(ann, await ann.submit(path, revise))).toContain("Revision requested");
    expect((await bob.get(path)).text).toContain("Please make it a little bluer");

    await bob.submit(path, { intent: "deliver", note: "Bluer now, and the rest as before." });
    const again = await ann.get(path);
    expect(again.text).toContain("1 of 1 used");
    expect(again.text).not.toContain("Request a revision");
    const done = await ann.submit(path, { intent: "complete", version: seen(again) });
    expect(await toastOf(ann, done)).toContain("Order status updated to completed");
    const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("due dates stand in the reader's own zone, and late work says so", async () => {
    const { ann, bob, order, path } = await startedOrder();
    await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
    const deliveryDate = Date.UTC(2026, 0, 5, 20, 30);
    await db.update(orders).set({ deliveryDate }).where(eq(orders.id, order.id));
    const hers = await ann.get(path);
    expect(hers.text).toContain("It was due on 6 Jan 2026, 05:30 .");
    expect(hers.html).toMatch(/class="tag bad">Late</);
    expect((await bob.get(path)).text).toContain("It was due on 5 Jan 2026, 20:30 UTC");
  });

  it("a cancellation is asked for, declined, asked for again and accepted; all the money goes back", async () => {
    const { ann, bob, path } = await startedOrder();
    const ask = { intent: "request-cancel", note: "We have closed the bakery" };
    expect(await toastOf(ann, await ann.submit(path, ask))).toContain("Cancellation requested");
    const shown = await bob.get(path);
    expect(shown.text).toContain("We have closed the bakery");
    expect(shown.text).toContain("$80.00 go back to the buyer");
    expect((await bob.submit(path, { intent: "decline", note: "no" })).status).toBe(400);
    const no = await bob.submit(path, { intent: "decline", note: "It is nearly done" });
    expect(await toastOf(bob, no)).toContain("Cancellation declined");
    await ann.submit(path, ask);
    // The page of the first request answers the second one, too, only after it was looked at.
    const stale = await bob.submit(path, { intent: "accept", version: seen(shown) });
    expect(stale.status).toBe(409);
    const yes = await bob.submit(path, { intent: "accept", version: seen(stale) });
    expect(await toastOf(bob, yes)).toContain("Order status updated to cancelled");
    const receipt = await ann.get(`${path}/receipt`);
    expect(receipt.text).toContain("Refunded to the card $80.00");
    expect(receipt.text).toContain("Seller's net $0.00");
  });

  it("an operator's refund in full ends a request to cancel and everything that was to come", async () => {
    const { ann, bob, order, path } = await startedOrder();
    await ann.submit(path, { intent: "request-cancel", note: "We have closed the bakery" });
    const held = await read(order.id);
    expect(held?.hold).toBe("cancellation");
    if (held)
      expect(await orderMoves.refund({ db, clock: Date }, held, 8000, bob.id, "All of it")).toBe(true);
    expect(await read(order.id)).toMatchObject({ hold: "none", heldBy: null, stage: "closed", turn: null });
    const page = await ann.get(path);
    expect(page.text).toContain("This order is closed.");
    for (const words of ["Due on", "A refund can be requested until"]) expect(page.text).not.toContain(words);
    expect(page.html).not.toContain('class="todo"');
    expect((await ann.get("/orders")).text).not.toMatch(/ · due \d/);
  });

  it("a refund is requested with a reason, and the seller's answer leaves it to the operator", async () => {
    const { ann, bob, path } = await deliveredOrder();
    expect((await ann.submit(path, { intent: "request-refund", note: " " })).text).toContain(
      "Say why you want your money back",
    );
    await ann.submit(path, { intent: "request-refund", note: "It is not what we agreed" });
    const answer = await bob.submit(path, { intent: "decline", note: "It is exactly what we agreed" });
    expect(await toastOf(bob, answer)).toContain("An operator decides");
    expect((await ann.get(path)).text).toContain("It is exactly what we agreed");
  });
});

describe("what an order refuses", () => {
  it("a short note without a file, too many, too large and unknown files: 400 with the limit, and the note kept", async () => {
    const { bob, path, order } = await startedOrder();
    const files = (count: number, name = "a.pdf", file = pdf()) =>
      Array.from({ length: count }, () => ["files", file, name] as [string, Blob, string]);
    const large = new Blob([pdf(), new Uint8Array(20 * 1024 * 1024)]);
    const half = new Blob([pdf(), new Uint8Array(12.2 * 1024 * 1024)]);
    const note = "The note that must not be lost";
    for (const [fields, sent, sentence] of [
      [{ note: "Too short" }, [], "at least 20 characters, or choose a file"],
      [{ note: "" }, [], "at least 20 characters, or choose a file"],
      [{ note }, files(6), "at most 5 files"],
      [{ note }, files(1, "big.pdf", large), "“big.pdf” is larger than 20 MB"],
      [{ note }, files(2, "half.pdf", half), "These files are 24.4 MB together: they may have at most 24 MB"],
      [{ note }, files(1, "virus.exe"), "“virus.exe” cannot be sent. Allowed are JPEG, PNG"],
      [{ note }, files(1, "fake.png"), "“fake.png” cannot be sent"],
    ] as const) {
      const page = await sendFiles(bob, path, { intent: "deliver", ...fields }, [...sent]);
      expect([page.status, page.field("note")]).toEqual([400, fields.note]);
      expect(page.text).toContain(sentence);
    }
    expect(await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id))).toEqual([]);
    expect((await env.BUCKET.list({ prefix: `orders/${order.id}` })).objects).toEqual([]);
  });

  it("a seller cannot pay", async () => {
    const { bob, order } = await placeOrder();
    const page = await bob.submit(`/orders/${order.id}`, { intent: "pay" });
    expect([page.status, page.text.includes("Only the buyer can pay")]).toEqual([403, true]);
  });

  it("a body over 25 MB gets a page that says so", async () => {
    const { bob, path } = await startedOrder();
    const body = new Uint8Array(25 * 1024 * 1024 + 1);
    const headers = { Origin: shop, "Content-Length": String(body.length) };
    const page = await Page.of(await bob.fetch(path, { method: "POST", body, headers }));
    expect(page.status).toBe(413);
    expect(page.text).toContain("at most 25 MB");
  });

  it("files are for the two parties alone, and are downloads under their own name", async () => {
    const { ann, bob, path } = await startedOrder();
    await sendFiles(bob, path, { intent: "deliver" }, [["files", pdf("naïve"), 'naïve "plan".pdf']]);
    const link = fileLink(await ann.get(path));
    const file = await ann.fetch(link);
    expect([file.status, await file.text()]).toEqual([200, "%PDF-1.7 naïve"]);
    expect(file.headers.get("Content-Disposition")).toBe(
      "attachment; filename=\"na_ve plan.pdf\"; filename*=UTF-8''na%C3%AFve%20plan.pdf",
    );
    expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    expect((await bob.get(link)).status).toBe(200);
    const eve = await visitor.signedIn();
    expect((await eve.get(link)).location).toBe("/orders");
    const { ann: oona } = await operator();
    expect((await oona.get(link)).status).toBe(200);
    await db.update(users).set({ role: "user" }).where(eq(users.id, oona.id));
    expect((await oona.get(link)).location).toBe("/orders");
    expect((await eve.get(`${path}/receipt`)).location).toBe("/orders");
    expect((await visitor.signedOut().get(link)).location).toContain("/sign-in");
    expect((await ann.get(`${path}/files/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("a file that comes with a delivery that came too late is forgotten", async () => {
    const { bob, path, order } = await startedOrder();
    const both = await Promise.all(
      ["one", "two"].map((name) =>
        sendFiles(bob, path, { intent: "deliver" }, [["files", pdf(name), `${name}.pdf`]]),
      ),
    );
    expect(both.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    const rows = await db.select().from(orderFiles).where(eq(orderFiles.orderId, order.id));
    const kept = await env.BUCKET.list({ prefix: `orders/${order.id}` });
    expect(kept.objects.map(({ key }) => key)).toEqual(rows.map(({ id }) => `orders/${order.id}/${id}`));
  });

  it("files of whose session ended meanwhile, or of which one could not be kept, are forgotten", async () => {
    const { bob, path, order } = await startedOrder();
    const note = "All that you have asked for";
    const send = () => {
      const files = ["one", "two"].map(
        (name) => ["files", pdf(name), `${name}.pdf`] as [string, Blob, string],
      );
      return sendFiles(bob, path, { intent: "deliver", note }, files);
    };
    const kept = async () => (await env.BUCKET.list({ prefix: `orders/${order.id}` })).objects;
    expectErrorLog("order not updated");
    let puts = 0;
    const BUCKET = new Proxy(env.BUCKET, {
      get(bucket, name) {
        const member = Reflect.get(bucket, name);
        if (name === "put" && ++puts === 2)
          return async () => Promise.reject(new Error("The bucket is full"));
        return typeof member === "function" ? member.bind(bucket) : member;
      },
    });
    bob.door = shopWith({ BUCKET });
    expect((await send()).location).toContain(`${path}?note=`);
    expect([puts, await kept()]).toEqual([2, []]);
    const ending = async () => db.delete(sessions).where(eq(sessions.userId, bob.id));
    bob.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"') && ending()),
    });
    expect((await send()).location).toContain("/sign-in");
    expect(await kept()).toEqual([]);
  });

  it("a write that fails says so, and what was typed is still there", async () => {
    const { bob, path } = await startedOrder();
    expectErrorLog("order not updated");
    bob.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"')),
    });
    const page = await bob.submitAndFollow(path, {
      intent: "request-cancel",
      note: "I am ill, 100 % \n sorry",
    });
    expect(page.text).toContain("Failed to update order status");
    expect(page.text).toContain("I am ill, 100 % sorry");
  });

  it("who was signed out meanwhile finds what they typed after signing in", async () => {
    const { ann, path } = await startedOrder();
    const guest = visitor.signedOut();
    const page = await guest.submit(path, { intent: "request-cancel", note: "The café\nhas closed" });
    const back = new URL(page.location ?? "", shop).searchParams.get("redirectTo") ?? "";
    const shown = await ann.get(back);
    expect(shown.field("note")).toBe("The café has closed");
  });
});

describe("races", longer, () => {
  it("complete against revise: one wins, the other reads that the order changed, and what it is now", async () => {
    const { ann, path, order } = await deliveredOrder();
    const version = seen(await ann.get(path));
    const pages = await Promise.all([
      ann.submit(path, { intent: "complete", version }),
      ann.submit(path, { intent: "revise", note: "Please make it bluer", version }),
    ]);
    const statuses = pages.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([303, 409]);
    const loser = pages.find(({ status }) => status === 409);
    const now = await read(order.id);
    expect(loser?.text).toContain(`This order changed in the meantime: it is ${now?.status} now`);
    expect([
      ["completed", "closed"],
      ["in progress", "in_revision"],
    ]).toContainEqual([now?.status, now?.stage]);
  });

  it("cancel against start, as the page showed them: one winner, one event", async () => {
    const { ann, bob, order } = await paidOrder();
    const path = `/orders/${order.id}`;
    const version = seen(await ann.get(path));
    const pages = await Promise.all([
      ann.submit(path, { intent: "cancel", version }),
      bob.submit(path, { intent: "start", version }),
    ]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(rows.filter(({ kind }) => kind === "cancelled" || kind === "started")).toHaveLength(1);
  });

  it("fifty submits of two tabs: one order, one card page; once it is paid, the form leads to what was bought", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const tabs = [await ann.get(`/services/s/${service.slug}`), await ann.get(`/services/s/${service.slug}`)];
    const submit = (i: number) =>
      ann.submit("/orders", { gigId: service.id, package: "starter", token: tabs[i % 2]?.field("token") });
    const pages = await Promise.all(Array.from({ length: 50 }, (_, i) => submit(i)));
    const placed = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    expect(placed).toHaveLength(1);
    const cards = new Set(pages.flatMap(({ location }) => (location?.includes("cs_") ? [location] : [])));
    expect(cards.size).toBe(1);
    const [card = ""] = cards;
    await payOnCardPage(card);
    const paid = (await events("checkout.session.completed")).find(
      (event) => event.data.object.id === sessionIdOf(card),
    );
    await deliver(paid);
    const late = await ann.open((await submit(1)).location ?? "");
    expect(late.text).toMatch(/You bought this at \d\d:\d\d\. Order it again\?/);
    expect(late.links).toContain(`/services/s/${service.slug}`);
    const fresh = (await ann.get(`/services/s/${service.slug}`)).field("token");
    expect(fresh).not.toBe(tabs[0]?.field("token"));
    await ann.submit("/orders", { gigId: service.id, package: "starter", token: fresh });
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(2);
  });
});

describe("amounts", () => {
  it("checkout, order page, receipt and the seller's page print the same four", async () => {
    await db.insert(settings).values({ key: "fee_percent", value: "20" });
    const ann = await visitor.signedIn({ credit: true });
    const bob = await visitor.signedIn();
    const service = await gig(db, { sellerId: bob.id });
    const offer = await ann.get(`/services/s/${service.slug}`);
    expect(offer.text).toContain("Your $10 credit is used: you pay $70 by card.");
    const { location } = await ann.submit("/orders", { gigId: service.id, token: offer.field("token") });
    const card = await (await env.STRIPE_SANDBOX.fetch(location ?? "")).text();
    for (const amount of ["price $80.00", "your credit −$10.00", "$70.00"]) expect(card).toContain(amount);
    const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    const path = `/orders/${order?.id}`;
    const unpaid = await ann.get(path);
    expect(unpaid.text).toContain("Credit that will be used −$10.00");
    expect((await ann.open(`${path}/receipt`)).text).toContain("it has no receipt");
    await payOnCardPage(location ?? "");
    const session = sessionIdOf(location);
    await deliver(
      (await events("checkout.session.completed")).find(({ data }) => data.object.id === session),
    );
    for (const who of [ann, bob]) {
      const receipt = await who.get(`${path}/receipt`);
      for (const line of [
        "Paid by card $70.00",
        "Credit $10.00",
        "Seller's net $64.00",
        "Platform fee $16.00",
        "Together $80.00",
      ])
        expect(receipt.text).toContain(line);
    }
    const sellers = await bob.get(path);
    for (const line of [
      "Paid by card $70.00",
      "Credit used −$10.00",
      "Seller's net $64.00",
      "Platform fee $16.00",
    ])
      expect(sellers.text).toContain(line);
    for (const line of ["Platform fee $16.00", "Seller's net $64.00"]) {
      expect((await bob.get("/orders?tab=selling")).text).toContain(line);
      for (const own of [path, "/orders"]) expect((await ann.get(own)).text).not.toContain(line);
    }
    await db.delete(settings).where(eq(settings.key, "fee_percent"));
  });
});

describe("POST /functions/create-payment", () => {
  const call = async (who: Visitor, body: unknown) => {
    const headers = { Origin: shop, "Content-Type": "application/json" };
    const answer = await who.fetch("/functions/create-payment", {
      method: "POST",
      body: JSON.stringify(body),
      headers,
    });
    return {
      status: answer.status,
      body: await answer.json<{ url?: string; error?: { message: string } }>(),
    };
  };

  it("places the order at the product's own price, and answers the card page's address", async () => {
    const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
    const service = await gig(db);
    const serviceDetails = {
      gigId: service.id,
      sellerId: eve.id,
      price: 1,
      title: "x",
      requirements: "Blue",
      deliveryTime: 90,
    };
    const sent = { paymentType: "service", userId: eve.id, email: "eve@example.test", serviceDetails };
    const { status, body } = await call(ann, sent);
    expect([status, body.url?.includes("cs_")]).toEqual([200, true]);
    const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    expect(order).toMatchObject({
      priceCents: 8000,
      requirements: "Blue",
      packageId: "starter",
      deliveryDays: 3,
    });
    expect(order?.sellerId).toBe(service.sellerId);
  });

  it("refuses in words: nobody, nothing, one's own, an unknown service, what sellers will pay", async () => {
    const ann = await visitor.signedIn();
    const own = await gig(db, { sellerId: ann.id });
    const service = (gigId: string, more = {}) => ({
      paymentType: "service",
      serviceDetails: { gigId, ...more },
    });
    const unverified = await visitor.signedIn({ verified: false });
    const other = await gig(db);
    for (const [who, body, status, message] of [
      [visitor.signedOut(), service(own.id), 401, "Please sign in to continue with your purchase"],
      [ann, service(own.id), 403, "You cannot purchase your own service"],
      [ann, service(crypto.randomUUID()), 404, "Service not found"],
      [ann, service("x"), 400, "This service cannot be ordered"],
      [ann, service(other.id, { package: "gold" }), 400, "Choose a package"],
      [ann, service(other.id, { shownPrice: 1 }), 403, "The price has changed to $80"],
      [unverified, service(other.id), 403, "verify"],
      [ann, { paymentType: "seller_registration" }, 400, "Could not process payment"],
      [ann, null, 400, "paymentType"],
    ] as const) {
      const answer = await call(who, body);
      expect([answer.status, answer.body.error?.message]).toEqual([status, expect.stringContaining(message)]);
    }
  });
});

it("an unpaid order that was cancelled shows its price alone", async () => {
  const { ann, order } = await placeOrder();
  const path = `/orders/${order.id}`;
  expect((await ann.get(path)).text).toContain("To pay by card $80.00");
  await ann.submit(path, { intent: "cancel" });
  const page = await ann.get(path);
  expect(page.text).toContain("Price $80.00");
  expect(page.text).not.toContain("To pay by card");
});

it("an order page names the day on which the unpaid is cancelled by itself", async () => {
  const { ann, order } = await placeOrder();
  const at = new Date(order.createdAt + day);
  const page = await ann.get(`/orders/${order.id}`);
  expect(page.text).toContain("Unpaid, it is cancelled by itself on");
  expect(page.text).toContain(String(at.getUTCDate()));
});
