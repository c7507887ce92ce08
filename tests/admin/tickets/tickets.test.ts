import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as health from "#app/admin/health/health.server.ts";
import { list } from "#app/admin/tickets/ticket-list.server.ts";
import { parseTicketSearch } from "#app/admin/tickets/ticket-search.ts";
import { requestPath, ticketCode } from "#app/contact/ticket.ts";
import { tokenOf } from "#app/contact/tickets.server.ts";
import { auditLog, profiles, tickets, users, visitorMails } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { day, hour, now } from "../../support/clock.ts";
import { mailsTo } from "../../support/mails.ts";
import { orderRow } from "../../support/orders.ts";
import { db, type Page, type Visitor, visitor } from "../../support/visitor.ts";
import { write } from "./ticket-form.ts";

vi.setConfig({ testTimeout: 60_000 });

const [{ ann: eve }, { ann: ida }] = [await operator(), await operator()];
const message = "The page of my order is empty since this morning";

let guests = 0;

/** A new ticket. @returns its address for the person who asked, and in the console */
async function asked(who: Visitor = visitor.signedOut(), fields: Record<string, string> = {}) {
  if (!who.id) who.address = `198.51.100.${60 + ++guests}`;
  const person = who.id ? {} : { name: "Ann Lee", email: `ann-${guests}@example.test` };
  expect((await who.submit("/contact", { message, ...person, ...fields })).status).toBe(303);
  const [opened] = await db.select().from(tickets).orderBy(desc(tickets.number)).limit(1);
  if (!opened) throw new Error("The ticket is missing");
  const code = ticketCode(opened);
  // A visitor has the link of the email.
  const token = who.id ? null : await tokenOf(env.APP_SECRET, opened);
  const read = async () => (await db.select().from(tickets).where(eq(tickets.id, opened.id)))[0];
  return {
    who,
    path: requestPath(code, token),
    code,
    email: person.email ?? who.email,
    to: `/admin/tickets/${code}`,
    read,
  };
}

const codesOn = (page: Page) =>
  [...page.html.matchAll(/href="\/admin\/tickets\/(HW-[\d-]+)"/g)].map((match) => match[1]);

it("An operator answers, both sides get an email, and a reply reopens the ticket", async () => {
  for (const ticket of [await asked(), await asked(await visitor.signedIn())]) {
    const { who, path, to, code, email, read } = ticket;
    await mailsTo(email);
    const short = await write(eve, to, { intent: "answer", text: "" });
    expect([short.status, short.text.includes("Please write your reply")]).toEqual([400, true]);
    const answered = await eve.submitAndFollow(to, {
      intent: "answer",
      text: "Please <b>reload</b>\nit once",
      version: (await eve.get(to)).field("version"),
    });
    expect(answered.text).toContain("The answer was sent");
    expect(await read()).toMatchObject({ state: "answered", waitingSince: null, assigneeId: eve.id });
    const [mail] = await mailsTo(email, 2);
    expect(mail).toMatchObject({ kind: "ticket_answered", subject: `Our answer to your request ${code}` });
    expect(mail?.text).toContain("> Please <b>reload</b>\n> it once");
    expect((await who.get(path)).text).toContain("Handiwork answered");
    await eve.submit(to, { intent: "note", text: "Seen twice this week" });
    expect((await eve.get(to)).text).toContain("Seen twice this week");
    expect((await who.get(path)).text).not.toContain("Seen twice");
    await who.submit(path, { intent: "reply", text: "It helped, thank you" });
    expect((await read())?.state).toBe("open");
    const closed = await eve.submitAndFollow(to, {
      ...{ intent: "close", reason: "It is solved, they say so" },
      version: (await eve.get(to)).field("version"),
    });
    expect(closed.text).toContain("The ticket is closed");
    expect((await mailsTo(email, 3))[0]?.text).toContain("You can open it again until");
    expect((await who.get(path)).text).toContain("Handiwork closed the request");
    const { id = "" } = (await read()) ?? {};
    const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit.map(({ action }) => action)).toEqual(["answer-ticket", "note-ticket", "close-ticket"]);
    expect(audit.map(({ reason }) => reason).join()).not.toContain("reload");
  }
});

it("A refused answer keeps the typed text; if two operators answer at the same time, the second is told", async () => {
  const { to, who, path, read } = await asked();
  const close = await write(eve, to, { intent: "close", reason: "short" });
  expect([close.status, close.field("reason")]).toEqual([400, "short"]);
  expect(close.text).toContain("Please give a reason of at least 10 characters");
  const unknown = await eve.submit(to, { intent: "burn" });
  expect(unknown.status).toBe(400);
  // Between the operator's read and the batch, the person writes.
  let isFirst = true;
  eve.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (!sql.includes('insert into "audit_log"') || !isFirst) return false;
      isFirst = false;
      await who.submit(path, { intent: "reply", text: "One more thing" });
      return false;
    }),
  });
  const late = await write(eve, to, { intent: "answer", text: "Too late an answer" });
  eve.send = visitor.signedOut().send;
  expect([late.status, late.field("text")]).toEqual([409, "Too late an answer"]);
  expect(late.text).toContain("This ticket changed while you were reading");
  expect((await read())?.state).toBe("open");
});

it("A form that does not say what its operator has read is refused, and keeps the text", async () => {
  const { to, read } = await asked();
  for (const version of [{}, { version: "" }, { version: "x" }])
    for (const [intent, field] of [
      ["answer", "text"],
      ["close", "reason"],
    ] as const) {
      const blind = await eve.submit(to, { intent, [field]: "It is solved, they say so", ...version });
      expect([blind.status, blind.field(field)]).toEqual([409, "It is solved, they say so"]);
    }
  expect((await eve.submit(to, { intent: "assign", assignee: eve.id })).status).toBe(409);
  expect(await read()).toMatchObject({ state: "open", assigneeId: null });
});

it("An answer or a closing that is sent twice counts once; the second of two operators is told, and keeps the text", async () => {
  const { to, email, read } = await asked();
  const page = await eve.get(to);
  const version = page.field("version");
  const answer = { intent: "answer", text: "Please reload it", version };
  const twice = [await eve.submit(to, answer), await eve.submit(to, answer)];
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  expect((await mailsTo(email, 2)).map(({ kind }) => kind)).toEqual(["ticket_answered", "ticket_received"]);
  const second = await ida.submit(to, { ...answer, text: "Please clear your cache" });
  expect([second.status, second.field("text")]).toEqual([409, "Please clear your cache"]);
  const reason = "It is solved, they say so";
  expect((await ida.submit(to, { intent: "close", reason, version })).status).toBe(409);
  // Eve took the ticket with her answer: an operator who saw it unassigned cannot take it.
  expect((await write(ida, to, { intent: "assign", assignee: ida.id, from: "" })).status).toBe(409);
  expect((await read())?.assigneeId).toBe(eve.id);
  const close = { intent: "close", reason, version: second.field("version") };
  for (let n = 0; n < 2; n++) expect((await ida.submit(to, close)).status).toBe(303);
  const late = await eve.submit(to, { ...answer, text: "One more idea", version: second.field("version") });
  expect([late.status, late.text.includes("You wrote: One more idea")]).toEqual([409, true]);
  expect(await mailsTo(email, 3)).toHaveLength(3);
});

it("A ticket about a suspension shows who suspended the user, and that operator cannot close it", async () => {
  const ann = await visitor.signedIn();
  await eve.submit(`/admin/users/${ann.id}`, {
    intent: "suspend",
    rule: "conduct",
    reason: "Sold someone else's logo",
  });
  const { to } = await asked(visitor.signedOut(), { email: ann.email.toUpperCase(), topic: "sign_in" });
  const [decider] = await db.select().from(profiles).where(eq(profiles.id, eve.id));
  const page = await eve.get(to);
  expect(page.text).toContain(`The decision was made by @${decider?.username}.`);
  expect(page.text).toContain("so another operator must close this ticket");
  expect(page.html).not.toContain('value="close"');
  const reason = "The objection is not convincing";
  const refused = await write(eve, to, { intent: "close", reason });
  expect(refused.status).toBe(403);
  // The same holds if she decides between the check and the write.
  const bob = await visitor.signedIn();
  const late = await asked(bob);
  let isFirst = true;
  eve.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (!sql.includes('insert into "audit_log"') || !isFirst) return false;
      isFirst = false;
      await db.update(users).set({ suspendedAt: now() }).where(eq(users.id, bob.id));
      const decided = { operatorId: eve.id, action: "suspend", subjectId: bob.id, reason, at: now() };
      await db.insert(auditLog).values(decided);
      return false;
    }),
  });
  const raced = await write(eve, late.to, { intent: "close", reason });
  eve.send = visitor.signedOut().send;
  expect([raced.status, (await late.read())?.state]).toEqual([409, "open"]);
  // There is no other way: an answer does not close it.
  await write(eve, late.to, { intent: "answer", text: "Someone else looks at it" });
  expect((await late.read())?.state).toBe("answered");
  for (const one of [to, late.to])
    expect((await write(ida, one, { intent: "close", reason })).status).toBe(303);
});

it("Tickets are listed as open, waiting, mine and closed, and can be searched by number, person and order", async () => {
  await db.update(tickets).set({ state: "closed", waitingSince: null, closedAt: now() });
  const ann = await visitor.signedIn();
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  const order = await orderRow(db, { buyerId: ann.id });
  const [guest, own, third] = [await asked(), await asked(ann, { orderNumber: order.id }), await asked(ann)];
  await write(ida, guest.to, { intent: "assign", assignee: ida.id });
  await write(ida, third.to, { intent: "answer", text: "Please reload it" });
  for (const [query, expected] of [
    ["", [guest.code, own.code]],
    ["?show=unknown", [guest.code, own.code]],
    ["?show=answered", [third.code]],
    ["?show=mine", [guest.code, third.code]],
    [`?q=${guest.code.toLowerCase()}`, [guest.code]],
    [`?q=${Number(guest.code.slice(8))}00000`, []],
    [`?q=${guest.email}`, [guest.code]],
    [`?q=@${profile?.username}`, [third.code, own.code]],
    [`?q=${ann.email}`, [third.code, own.code]],
    [`?q=%23${order.id.slice(0, 8)}`, [own.code]],
    ["?q=%27%20or%201", []],
  ] as const)
    expect([query, codesOn(await ida.get(`/admin/tickets${query}`))]).toEqual([query, expected]);
  expect((await ida.get("/admin/tickets?q=ab")).text).toContain("Type at least 3 characters");
  expect(codesOn(await ida.get("/admin/tickets?show=closed"))).not.toContain(guest.code);
  const page = await ida.submit(own.to, { template: "found", text: "" });
  expect([page.status, page.field("text")]).toEqual([200, expect.stringMatching(/^Hello \S+,/)]);
  for (const words of [`order #${order.id.slice(0, 8)}`, "Ticket received", third.code])
    expect(page.text).toContain(words);
  const away = await write(ida, guest.to, { intent: "assign", assignee: ann.id });
  expect(away.status).toBe(409);
});

it("Health counts the tickets that have waited for an answer for a day, and failed mails to visitors", async () => {
  await db.update(tickets).set({ state: "closed", waitingSince: null, closedAt: now() });
  const [young, old] = [await asked(), await asked()];
  const wait = async (ticket: typeof old, ms: number) =>
    db
      .update(tickets)
      .set({ waitingSince: now() - ms })
      .where(eq(tickets.id, (await ticket.read())?.id ?? ""));
  await wait(young, day - hour);
  await wait(old, day + hour);
  const { id = "" } = (await old.read()) ?? {};
  await db
    .update(visitorMails)
    .set({ sentAt: null, attempts: 3, error: "mailbox full", dueAt: now() + day })
    .where(eq(visitorMails.ticketId, id));
  const checks = await health.runChecks(db, now());
  expect(checks.find(({ key }) => key === "tickets")).toMatchObject({ count: 1, stuck: 1 });
  expect(checks.find(({ key }) => key === "mails")?.count).toBe(1);
  const page = await eve.get("/admin/health");
  expect(page.text).toContain("Tickets without an answer for a day");
  expect(page.text).toContain("ticket_received to a visitor");
  const again = /value="(mail:[^"]+)"/.exec(page.html)?.[1] ?? "";
  const retried = await eve.submit("/admin/health", { again, reason: "The mailbox has space again" });
  expect(retried.status).toBe(303);
  expect((await health.runChecks(db, now())).find(({ key }) => key === "mails")?.count).toBe(0);
});

it("Each list reads at most 400 rows, 500 with a text, even with 50,000 tickets", async () => {
  const ann = await visitor.signedIn();
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  const order = await orderRow(db, { buyerId: ann.id });
  await env.DB.prepare(
    `insert into tickets (id, user_id, name, email, topic, about_order_id, state, assignee_id, version, created_at, updated_at, waiting_since, closed_at)
     with recursive k(i) as (select 1 union all select i + 1 from k where i < 50000)
     select 'many-' || i, iif(i % 2, ?1, null), iif(i % 2, null, 'Ann'), iif(i % 2, null, iif(i % 4, 'many@example.test', 'a-' || i || '@example.test')), 'bug', iif(i % 2, ?2, null),
       case i % 3 when 0 then 'open' when 1 then 'answered' else 'closed' end, iif(i % 5, ?3, null), 1, 1, 1, iif(i % 3 = 0, i, null), iif(i % 3 = 2, 1, null) from k`,
  )
    .bind(ann.id, order.id, eve.id)
    .run();
  const rows = async (query: string) => {
    const { database, read } = measuredDatabase(env.DB);
    const measured = databaseOf(database.withSession("first-primary"));
    const { shown: found } = await list(measured, parseTicketSearch(new URLSearchParams(query)), eve.id);
    return { read: read(), found: found.length };
  };
  for (const query of [
    "",
    "after=20000",
    "show=answered",
    "show=mine",
    "show=mine&after=30000",
    "show=closed",
    "show=closed&after=20000",
    "q=many@example.test",
    `q=${profile?.username}`,
    `q=${ann.email}`,
    `q=${order.id.slice(0, 8)}`,
    "q=HW-1970-004217",
    "q=4217",
  ]) {
    const { read, found } = await rows(query);
    expect([query, found > 0, read <= (query.startsWith("q=") ? 500 : 400), read]).toEqual([
      query,
      true,
      true,
      read,
    ]);
  }
  // A search without results reads no more.
  for (const query of ["q=no-one@example.test", "q=abc", "q=HW-1970-999999", "show=closed&after=1"])
    expect([query, (await rows(query)).read <= 20]).toEqual([query, true]);
});

it("Only operators with a second factor see tickets", async () => {
  const { to } = await asked();
  const { ann: half } = await operator({ aal: "aal1" });
  for (const who of [visitor.signedOut(), await visitor.signedIn(), half])
    for (const path of ["/admin/tickets", to]) {
      expect((await who.get(path)).text).toContain("Oops! Page not found");
      expect((await who.submit(path, { intent: "close", reason: "It is solved now" })).status).toBe(404);
    }
});

it("A template is inserted below what is typed, and its placeholders must be filled in before it is sent", async () => {
  const ticket = await asked();
  const version = String((await ticket.read())?.version);
  const page = await eve.submit(ticket.to, {
    intent: "insert",
    template: "refund",
    text: "I looked.",
    version,
  });
  const [typed = "", rest = ""] = (page.field("text") ?? "").split(" Hello ");
  expect([page.status, typed, rest.includes("We have refunded [amount]")]).toEqual([200, "I looked.", true]);
  const text = `${typed}\n\nHello ${rest}`;
  const none = await eve.submit(ticket.to, { intent: "insert", template: "", text: "Kept", version });
  expect([none.status, none.field("text"), none.text.includes("Please choose a template")]).toEqual([
    ...[400, "Kept", true],
  ]);
  expect(none.links).toContain("#template");
  // What is chosen but not inserted is not sent.
  const open = await write(eve, ticket.to, { intent: "answer", text, template: "found" });
  expect([open.status, open.text.includes("Please fill in [amount]")]).toEqual([400, true]);
  const note = await eve.submit(ticket.to, { intent: "note", text: " " });
  expect([note.status, note.text.includes("Please write a note")]).toEqual([400, true]);
  expect((await ticket.read())?.state).toBe("open");
  // Another operator has answered: what is typed stays, and the page says so.
  await write(eve, ticket.to, { intent: "answer", text: text.replace("[amount]", "$5") });
  const late = await eve.submit(ticket.to, { intent: "insert", template: "found", text: "Mine", version });
  expect([
    late.field("text")?.startsWith("Mine Hello"),
    late.text.includes("changed while you were"),
  ]).toEqual([true, true]);
});
