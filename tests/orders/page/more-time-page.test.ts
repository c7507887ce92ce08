import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dateTime, day } from "#app/lib/dates.ts";
import { orderEvents, orders } from "#drizzle/schema.ts";
import { linkTo } from "../../support/mails.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, Visitor } from "../../support/visitor.ts";
import { read, startedOrder, toastOf, versionOn } from "../started-order.ts";

await deliveries("off");

const ask = { intent: "ask-time", days: "5", note: "The paper arrives only next week" };

it("A seller asks for more time, the buyer allows it, and the due date moves", async () => {
  const { ann, bob, order, path } = await startedOrder();
  const before = (await read(order.id))?.deliveryDate ?? 0;
  const page = await bob.get(path);
  const sent = await bob.submit(path, { ...ask, version: versionOn(page) });
  expect(await toastOf(bob, sent)).toContain("Request sent");
  expect(await read(order.id)).toMatchObject({
    askedDays: 5,
    hold: "none",
    deliveryDate: before,
    turn: "seller",
  });
  expect(await linkTo(ann.email, "time_requested")).toBe(path);
  const waiting = await bob.get(path);
  expect(waiting.text).toMatch(/You asked for 5 more days\. .{1,99} has not answered yet/);
  expect(waiting.html).not.toMatch(/value="(ask-time|allow-time)"/);

  const shown = await ann.get(path);
  expect(shown.text).toMatch(/asks for 5 more days\. Allow the time or keep the date\./);
  expect(shown.text).toContain(ask.note);
  expect(shown.text.split(ask.note).length).toBe(2);
  expect(shown.text).toContain(`With 5 more days it is due on ${dateTime(before + 5 * day)}`);
  for (const intent of ["allow-time", "keep-date"])
    expect(shown.html).toContain(`name="intent" value="${intent}"`);
  expect((await ann.get("/orders")).text).toContain("asks for 5 more days");
  const allow = { intent: "allow-time", version: versionOn(shown) };
  expect(await toastOf(ann, await ann.submit(path, allow))).toContain("More time allowed");
  expect(await read(order.id)).toMatchObject({ askedDays: null, deliveryDate: before + 5 * day });
  expect(await linkTo(bob.email, "time_allowed")).toBe(path);
  for (const who of [ann, bob]) {
    const { text } = await who.get(path);
    for (const words of ["Asked for 5 more days", "5 more days allowed", ask.note])
      expect(text).toContain(words);
    expect(text).toContain(`The due date moved to ${dateTime(before + 5 * day)}.`);
  }
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.slice(-2).map(({ kind, days, dueAt }) => [kind, days, dueAt])).toEqual([
    ["time_requested", 5, before],
    ["time_allowed", 5, before],
  ]);

  // The same answer again, with the version that it had, and without.
  const replayed = await ann.submit(path, allow);
  expect([replayed.status, replayed.text.includes("You allowed more time at")]).toEqual([409, true]);
  const without = await ann.submit(path, { intent: "allow-time" });
  expect([without.status, without.text.includes("There is no request to answer")]).toEqual([403, true]);
});

it("The buyer keeps the date: nothing moves, and the seller is told", async () => {
  const { ann, bob, order, path } = await startedOrder();
  const before = (await read(order.id))?.deliveryDate;
  await bob.submit(path, ask);
  const kept = await ann.submit(path, { intent: "keep-date", version: versionOn(await ann.get(path)) });
  expect(await toastOf(ann, kept)).toContain("Delivery date kept");
  expect(await read(order.id)).toMatchObject({ askedDays: null, deliveryDate: before });
  expect(await linkTo(bob.email, "date_kept")).toBe(path);
  expect((await bob.get(path)).text).toContain("Delivery date kept");
  expect((await bob.submit(path, ask)).status).toBe(303);
});

it("Wrong days, a missing reason, a second request and the wrong person are refused, and what was typed is kept", async () => {
  const { ann, bob, order, path } = await startedOrder();
  for (const days of ["0", "31", "400", "-3", "2.5", "soon", ""]) {
    const page = await bob.submit(path, { ...ask, days });
    expect([days, page.status]).toEqual([days, 400]);
    expect(page.text).toContain("Enter a whole number of days from 1 to 30");
    expect([page.field("days"), page.text.includes(ask.note)]).toEqual([days, true]);
    expect(page.html).toMatch(/<details open/);
  }
  const silent = await bob.submit(path, { ...ask, note: " " });
  expect([silent.status, silent.field("days")]).toEqual([400, "5"]);
  expect(silent.text).toContain("Say why you need more time");
  expect((await ann.submit(path, ask)).text).toContain("Only the seller can ask for more time");
  expect((await (await Visitor.signedIn()).submit(path, ask)).text).toContain("You are not authorized");
  expect((await read(order.id))?.askedDays).toBeNull();

  expect((await bob.submit(path, { ...ask, days: " 30 " })).status).toBe(303);
  const twice = await bob.submit(path, ask);
  expect([twice.status, twice.text.includes("You have already asked for more time")]).toEqual([403, true]);
  expect(twice.text).toContain(`You wrote: ${ask.days} ${ask.note}`);
  expect((await bob.submit(path, { intent: "allow-time" })).text).toContain(
    "Only the buyer can answer this request",
  );
  expect((await read(order.id))?.askedDays).toBe(30);
});

it("A delivery or a cancellation ends the request: an answer to it comes too late", async () => {
  const { ann, bob, order, path } = await startedOrder();
  await bob.submit(path, ask);
  const version = versionOn(await ann.get(path));
  await bob.submit(path, { intent: "deliver", note: "Done after all, and a day early." });
  expect((await read(order.id))?.askedDays).toBeNull();
  const late = await ann.submit(path, { intent: "allow-time", version });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/delivered this order at .{1,20}, so there is no longer a request to answer\./);
  expect((await ann.submit(path, { intent: "allow-time" })).text).toContain(
    "This order is already delivered",
  );

  const other = await startedOrder();
  await other.bob.submit(other.path, ask);
  await other.bob.submit(other.path, { intent: "request-cancel", note: "I can't do it after all" });
  expect((await other.ann.submit(other.path, { intent: "allow-time" })).text).toContain(
    "A cancellation request is open on this order",
  );
  await other.ann.submit(other.path, { intent: "accept" });
  for (const [who, fields] of [
    [other.ann, { intent: "allow-time" }],
    [other.bob, ask],
  ] as const)
    expect((await who.submit(other.path, fields)).text).toContain("This order was cancelled");
});

it("Of both answers at the same time, one succeeds", async () => {
  const { ann, bob, order, path } = await startedOrder();
  const before = (await read(order.id))?.deliveryDate ?? 0;
  await bob.submit(path, ask);
  const version = versionOn(await ann.get(path));
  const pages = await Promise.all(
    ["allow-time", "keep-date", "allow-time"].map((intent) => ann.submit(path, { intent, version })),
  );
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
  expect([before, before + 5 * day]).toContain((await read(order.id))?.deliveryDate);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.filter(({ kind }) => ["time_allowed", "date_kept"].includes(kind)).length).toBe(1);
});

it("The page of an order says each deadline once, whatever its state, to both parties", async () => {
  const { ann, bob, path } = await startedOrder({ revisions: 1 });
  const steps = [
    () => bob.submit(path, ask),
    () => ann.submit(path, { intent: "allow-time" }),
    () => bob.submit(path, { intent: "deliver", note: "Here is all that you have asked for." }),
    () => ann.submit(path, { intent: "revise", note: "Please make it a little bluer" }),
    () => bob.submit(path, { intent: "deliver", note: "Here it is again, and bluer now." }),
    () => ann.submit(path, { intent: "complete" }),
  ];
  for (const step of [() => null, ...steps]) {
    await step();
    for (const who of [ann, bob]) {
      const { html } = await who.get(path);
      // The timeline is a record, with the time of each event.
      const shown = html.replace(/<ol class="time">.*?<\/ol>/s, "").replace(/<script.*?<\/script>/gs, "");
      const times = shown.match(/\d{1,2} \w{3,4} \d{4}, \d\d:\d\d/g) ?? [];
      expect(times).toEqual([...new Set(times)]);
    }
  }
});

it("The timeline says when the delivery date passed and how late the delivery was", async () => {
  const { ann, bob, order, path } = await startedOrder();
  const due = Date.now() - 2 * day - 60_000;
  await db.update(orders).set({ deliveryDate: due }).where(eq(orders.id, order.id));
  await bob.submit(path, { intent: "deliver", note: "Late, and I am sorry about that." });
  for (const who of [ann, bob]) expect((await who.get(path)).text).toContain("Delivered 2 days late");
});
