import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as store from "#app/contact/tickets.server.ts";
import { ticketEntries, tickets } from "#drizzle/schema.ts";
import { day, now } from "../support/clock.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { db, visitor } from "../support/visitor.ts";

vi.setConfig({ testTimeout: 30_000 });

const message = "The page of my order is empty since this morning";

/** A new ticket. @returns its page's address, and its row */
async function asked(who = visitor.signedOut(), address = "198.51.100.50") {
  who.address = who.id ? who.address : address;
  const person = { name: "Ann", email: `ann-${crypto.randomUUID()}@example.test` };
  const sent = await who.submit("/contact", { message, ...(who.id ? {} : person) });
  const location = who.id ? sent.location : linkIn((await mailsTo(person.email))[0]);
  const number = Number(/HW-\d{4}-(\d+)/.exec(location ?? "")?.[1]);
  const read = async () => {
    const [ticket] = await db.select().from(tickets).where(eq(tickets.number, number));
    if (!ticket) throw new Error("No ticket");
    return ticket;
  };
  return { who, path: location ?? "", read };
}

it("A person can reply, close and reopen a request within 14 days, signed in or by the signed link", async () => {
  for (const { who, path, read } of [await asked(), await asked(await visitor.signedIn())]) {
    const short = await who.submit(path, { intent: "reply", text: " x " });
    expect([short.status, short.field("text")?.trim()]).toEqual([400, "x"]);
    expect(short.text).toContain("Please write your reply");
    const replied = await who.submitAndFollow(path, { intent: "reply", text: "It is <b>still</b> empty" });
    expect(replied.text).toContain("Your reply was sent");
    expect(replied.text).toContain("It is <b>still</b> empty");
    expect(replied.field("text")).toBe("");
    const closed = await who.submitAndFollow(path, { intent: "close", text: "It works now" });
    expect(closed.text).toContain("You closed the request");
    expect(closed.text).toContain("It works now");
    expect(await read()).toMatchObject({ state: "closed", waitingSince: null });
    const refused = await who.submit(path, { intent: "reply", text: "One more thing" });
    expect([refused.status, refused.text.includes("Open it again, then write")]).toEqual([409, true]);
    const again = await who.submitAndFollow(path, { intent: "reopen" });
    expect(again.text).toContain("The request is open again");
    expect(await read()).toMatchObject({ state: "open", closedAt: null });
    expect((await who.submit(path, { intent: "no such" })).status).toBe(400);
  }
});

it("After 14 days a closed request stays closed, and links to a new one", async () => {
  const { who, path, read } = await asked(await visitor.signedIn());
  await who.submit(path, { intent: "close" });
  await db
    .update(tickets)
    .set({ closedAt: now() - 15 * day })
    .where(eq(tickets.id, (await read()).id));
  const page = await who.get(path);
  expect(page.text).toContain("within 14 days of being closed. Please write a new one.");
  expect(page.html).not.toContain('value="reopen"');
  expect((await who.submit(path, { intent: "reopen" })).status).toBe(409);
});

it("Reading a ticket changes nothing, and the second of two concurrent writers is told about the first", async () => {
  const { who, path, read } = await asked(visitor.signedOut(), "198.51.100.51");
  const before = await read();
  await who.get(path);
  expect(await read()).toEqual(before);
  const first = await store.apply(db, before, "reply", "The first one", null, now());
  const second = await store.apply(db, before, "reply", "The second one", null, now());
  expect([first, second]).toEqual(["done", "changed"]);
  const { id } = before;
  const texts = (await db.select().from(ticketEntries).where(eq(ticketEntries.ticketId, id))).map(
    ({ text }) => text,
  );
  expect(texts).toEqual([message, "The first one"]);
});

it("A reply or closing sent twice is one entry; one from an outdated page is refused with a reason", async () => {
  const { who, path, read } = await asked(visitor.signedOut(), "198.51.100.52");
  const entries = async () =>
    (
      await db
        .select()
        .from(ticketEntries)
        .where(eq(ticketEntries.ticketId, (await read()).id))
    ).length;
  const version = (await who.get(path)).field("version");
  const reply = { intent: "reply", text: "It is still empty", version };
  const both = await Promise.all([who.submit(path, reply), who.submit(path, reply)]);
  both.push(await who.submit(path, reply));
  expect([both.map(({ status }) => status), await entries()]).toEqual([[303, 303, 303], 2]);
  const old = await who.submit(path, { intent: "close", text: "It works now", version });
  expect([old.status, old.field("text")]).toEqual([409, "It works now"]);
  expect(old.text).toContain("There is a new message. Please read it, then send yours again.");
  expect(old.text).toContain("It is still empty");
  const close = { intent: "close", text: "It works now", version: old.field("version") };
  for (let n = 0; n < 2; n++) expect((await who.submit(path, close)).status).toBe(303);
  // Text typed for an open request is sent when it is reopened.
  const late = await who.submit(path, { intent: "reply", text: "No, it does not" });
  expect([late.status, late.field("text")]).toEqual([409, "No, it does not"]);
  const again = { intent: "reopen", text: late.field("text"), version: late.field("version") };
  for (let n = 0; n < 2; n++) expect((await who.submit(path, again)).status).toBe(303);
  expect((await who.get(path)).text).toContain("No, it does not");
  expect([(await read()).state, await entries()]).toEqual(["open", 4]);
  expect((await who.submit(path, { ...again, version: "x" })).status).toBe(409);
});

it("A list of requests links to older ones", async () => {
  const { who } = await asked(await visitor.signedIn());
  const row = { topic: "bug", state: "answered", version: 1, createdAt: now(), updatedAt: now() } as const;
  await db.batch(
    Array.from({ length: 31 }, () =>
      db.insert(tickets).values({ ...row, id: crypto.randomUUID(), userId: who.id }),
    ) as unknown as Parameters<typeof db.batch>[0],
  );
  const page = await who.get("/contact/requests");
  const codes = page.links.filter((to) => /HW-/.test(to));
  expect(codes).toHaveLength(30);
  const older = await who.get(page.links.find((to) => to.includes("before=")) ?? "");
  expect(older.links.filter((to) => /HW-/.test(to))).toHaveLength(2);
});
