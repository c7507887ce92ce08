import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { ticketCode } from "#app/contact/ticket.ts";
import * as schema from "#drizzle/schema.ts";
import { factors, statements, tickets } from "#drizzle/schema.ts";
import { write } from "../admin/tickets/ticket-form.ts";
import { auditOf, decide, market, nastyMessage, report } from "../reports/world.ts";
import { paidSeller, registrationOf } from "../sellers/applicant.ts";
import { addFactor } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { now } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

vi.setConfig({ testTimeout: 60_000 });
await deliveries("off");

const [{ ann: eve }, { ann: ida }] = [await operator(), await operator()];
for (const { id } of [eve, ida]) await addFactor(id);

const happened = "The pictures are of another studio";
const words = "The pictures are mine. I can send you the originals.";
const answer = "We looked at the originals that you sent";
const rule = "copied";
const guest = visitor.signedOut();

const newestOf = async (userId: string) =>
  (
    await db.select().from(statements).where(eq(statements.userId, userId)).orderBy(desc(statements.number))
  )[0];

async function statementOf(userId: string) {
  const found = await newestOf(userId);
  if (!found) throw new Error("There is no statement");
  return found;
}

const suspend = (id: string, fields: object = {}, by = eve) =>
  by.submit(`/admin/users/${id}`, { intent: "suspend", rule, reason: happened, ...fields });
const deny = (id: string, by: Visitor, fields: object = {}) =>
  by.submit("/admin/gigs", { pick: `${id}:1`, intent: "deny", rule, reason: happened, ...fields });
const gigStateOf = async (id: string) =>
  (await db.select().from(schema.gigs).where(eq(schema.gigs.id, id)))[0]?.state;

/** Appeals a decision. @returns the code of the appeal's ticket */
async function appealTo(statement: string, by = guest): Promise<string> {
  expect((await by.submit(`/appeal/${statement}`, { message: words })).status).toBe(303);
  const [found] = await db
    .select({ ticket: tickets })
    .from(statements)
    .innerJoin(tickets, eq(tickets.id, statements.ticketId))
    .where(eq(statements.id, statement));
  if (!found) throw new Error("There is no ticket");
  return ticketCode(found.ticket);
}

/** The appeal of the newest decision against a user: its address in the console. */
const appealed = async (userId: string) => `/admin/tickets/${await appealTo((await statementOf(userId)).id)}`;

/** A suspended user and their appeal. @returns `ticket`: its address in the console */
async function suspendedWithAppeal(): Promise<{ bob: Visitor; ticket: string }> {
  const bob = await visitor.signedIn();
  await suspend(bob.id);
  return { bob, ticket: await appealed(bob.id) };
}

/** An operator whose factor the test deletes at its end: the other tests know of two operators. */
async function thirdOperator(): Promise<Visitor> {
  const { ann } = await operator();
  await addFactor(ann.id);
  return ann;
}

const judge = (by: Visitor, path: string, intent: string, fields: object = {}) =>
  write(by, path, { intent, reason: answer, ...fields });

test("A decision against someone names its rule; without one nothing is decided, and the text is kept", async () => {
  const { bob, offer } = await market();
  const { ann: seller } = await paidSeller();
  const { seller: registration } = await registrationOf(seller.id);
  await report(await visitor.signedIn(), "gig", offer.id);
  const pick = `${registration.id}:${registration.version}`;
  const tries = [
    await suspend(bob.id, { rule: "" }),
    await suspend(bob.id, { rule: "not a rule" }),
    await deny(offer.id, eve, { rule: "" }),
    await eve.submit("/admin/applications", { pick, intent: "refuse", reason: happened }),
    await eve.submit("/admin/applications", { pick, intent: "refuse-and-return", reason: happened }),
  ];
  for (const page of tries)
    expect([page.status, page.text.includes("Please choose the rule"), page.html.includes(happened)]).toEqual(
      [400, true, true],
    );
  const short = await suspend(bob.id, { rule, reason: "no" });
  expect([short.status, short.html.includes(`value="${rule}" selected=""`)]).toEqual([400, true]);
  expect(await db.select().from(statements)).toEqual([]);
  expect(await auditOf(bob.id)).toEqual([]);
  // A decision in someone's favour needs none.
  expect((await eve.submit("/admin/applications", { pick, intent: "vet", reason: happened })).status).toBe(
    303,
  );
});

test("A suspended user reads the reasons by mail, appeals without a session, and another operator reverses it", async () => {
  const bob = await visitor.signedIn({ fullName: "Bob Hall" });
  await suspend(bob.id);
  const { id } = await statementOf(bob.id);
  const [mail] = await mailsTo(bob.email, 1);
  for (const part of [
    "Texts, pictures and work must not copy others without their permission",
    "section “4. Gigs” of our Terms",
    "/terms#gigs",
    happened,
    "A person, not a machine, found and decided this.",
    "until we lift the suspension",
    "free of charge",
    "go to court, or to a certified out-of-court dispute settlement body",
    `/appeal/${id}`,
  ])
    expect(mail?.text).toContain(part);

  const path = `/appeal/${id}`;
  const page = await guest.get(path);
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(page.html).toContain('content="noindex"');
  expect(page.links).toContain("/terms#gigs");
  for (const part of ["We suspended your account.", happened]) expect(page.text).toContain(part);
  for (const secret of [bob.email, "Bob Hall", bob.id, eve.id]) expect(page.html).not.toContain(secret);
  const short = await guest.submit(path, { message: "It's mine" });
  expect([short.status, short.html.includes("It&#x27;s mine"), short.text.includes("at least 10")]).toEqual([
    400,
    true,
    true,
  ]);

  const ticket = await appealed(bob.id);
  const [received] = await mailsTo(bob.email, 2);
  expect([received?.kind, received?.text.includes(path)]).toEqual(["ticket_received", true]);
  expect((await guest.submitAndFollow(path, { message: words })).text).toContain("You appealed on");
  expect(await db.select().from(tickets).where(eq(tickets.userId, bob.id))).toHaveLength(1);

  const seen = await eve.get(ticket);
  for (const part of [words, happened, "You made this decision"]) expect(seen.text).toContain(part);
  expect(seen.html).not.toContain('value="reverse"');
  expect(seen.links).toContain(`/admin/users/${bob.id}`);
  const own = await judge(eve, ticket, "reverse");
  expect([own.status, own.text.includes("Another operator"), own.text.includes(answer)]).toEqual([
    403,
    true,
    true,
  ]);
  for (const intent of ["answer", "close"])
    expect((await write(ida, ticket, { intent, text: answer, reason: answer })).status).toBeGreaterThan(400);
  const hasty = await judge(ida, ticket, "reverse", { reason: "no" });
  expect([hasty.status, hasty.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect((await ida.get("/admin/tickets")).links).toContain(ticket);

  for (let n = 0; n < 2; n++)
    expect((await judge(ida, ticket, "reverse", { version: "1" })).status).toBe(303);
  const [user] = await db.select().from(schema.users).where(eq(schema.users.id, bob.id));
  expect(user?.suspendedAt).toBeNull();
  expect(await auditOf(bob.id)).toEqual(["suspend", "restore"]);
  const [told] = await mailsTo(bob.email, 3);
  expect(told?.subject).toBe("Your appeal: we reversed the decision");
  const lifted = "We lifted the suspension. You can sign in, and buyers can see your services again.";
  for (const part of ["Someone who did not make the decision reviewed it.", lifted, answer])
    expect(told?.text).toContain(part);
  const reversed = (await guest.get(path)).text;
  expect(reversed).toContain("We reversed the decision.");
  expect(reversed).toContain(lifted);
  for (const over of ["You can't sign in", "You can also go to court"]) expect(reversed).not.toContain(over);
  expect((await ida.get(ticket)).text).toContain("Appeal reversed");
  expect((await judge(ida, ticket, "uphold")).status).toBe(409);
});

test("A denied service goes back to the state it had, even a paused one", async () => {
  for (const state of ["active", "paused"] as const) {
    const { bob, offer } = await market();
    if (state === "paused")
      await db.update(schema.gigs).set({ state, listed: false }).where(eq(schema.gigs.id, offer.id));
    await deny(offer.id, eve);
    const ticket = await appealed(bob.id);
    expect((await eve.get(ticket)).links).toContain(`/admin/gigs?q=${offer.id}`);
    expect((await judge(ida, ticket, "reverse")).status).toBe(303);
    expect(await gigStateOf(offer.id)).toBe(state);
    expect(await auditOf(offer.id)).toEqual(["deny-gig", "allow-gig"]);
    const kinds = (await mailsTo(bob.email, 3)).map(({ kind }) => kind);
    expect(kinds).toEqual(["appeal_decided", "ticket_received", "gig_denied"]);
  }
});

test("After an appeal, a refused seller can sell again, or has to pay the fee if it was returned", async () => {
  for (const [intent, status] of [
    ["refuse", "active"],
    ["refuse-and-return", "applied"],
  ] as const) {
    const { ann } = await paidSeller();
    const offer = await gig(db, { sellerId: ann.id });
    const { seller } = await registrationOf(ann.id);
    const pick = `${seller.id}:${seller.version}`;
    expect(
      (await eve.submit("/admin/applications", { pick, intent, rule: "evidence", reason: happened })).status,
    ).toBe(303);
    expect(await gigStateOf(offer.id)).toBe("suspended");
    const mail = (await mailsTo(ann.email, 3)).find(({ kind }) => kind === "seller_refused");
    for (const part of ["/terms#becoming-a-seller", happened, "You can't sell"])
      expect(mail?.text).toContain(part);
    const { id: statement } = await statementOf(ann.id);
    for (const page of ["/dashboard", "/dashboard/services"])
      expect((await ann.get(page)).links).toEqual(
        expect.arrayContaining([`/appeal/${statement}`, "/terms#becoming-a-seller"]),
      );
    const ticket = await appealed(ann.id);
    expect((await eve.get(ticket)).links).toContain(`/admin/applications?id=${seller.id}`);
    expect((await judge(ida, ticket, "reverse")).status).toBe(303);
    const after = await registrationOf(ann.id);
    expect([after.seller.status, after.kinds.at(-1)]).toEqual([status, "refusal_reversed"]);
    expect(await gigStateOf(offer.id)).toBe(status === "active" ? "active" : "suspended");
  }
});

test("A reversed warning no longer counts, and what was taken down with it is an appeal of its own", async () => {
  const { ann, mallory, conversation, id } = await nastyMessage("You are a teapot");
  await report(ann, "message", id);
  expect((await decide(eve, id, "take-down-and-warn", happened)).status).toBe(303);
  const kinds = (await mailsTo(mallory.email, 2)).map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(["content_removed", "warned"]);
  const all = await db.select().from(statements).where(eq(statements.userId, mallory.id));
  expect(all.map(({ kind, foundBy }) => [kind, foundBy]).toSorted()).toEqual([
    ["message-removal", "report"],
    ["warning", "report"],
  ]);
  const warningsOf = async () => (await ida.get(`/admin/users/${mallory.id}?tab=reports`)).text;
  expect(await warningsOf()).toContain("Earlier warnings: 1");
  for (const { id: statement } of all) {
    const code = await appealTo(statement, mallory);
    // Their list links to the decision, which is the appeal's page.
    expect((await mallory.get(`/contact/requests/${code}`)).location).toBe(`/appeal/${statement}`);
    expect((await judge(ida, `/admin/tickets/${code}`, "reverse")).status).toBe(303);
  }
  expect(await warningsOf()).toContain("Earlier warnings: 0");
  expect((await ann.get(`/messages?conversation=${conversation}`)).text).toContain("You are a teapot");
  expect((await ann.get("/messages")).text).toContain("You are a teapot");
});

test("A review that an appeal brings back is shown, and its rating counts again", async () => {
  const { offer, opinion } = await market();
  const figures = async () => {
    const [row] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, offer.id));
    const days = await db
      .select()
      .from(schema.sellerDays)
      .where(eq(schema.sellerDays.userId, offer.sellerId));
    return [row?.reviewCount, row?.ratingSum, days.map(({ ratings, ratingSum }) => [ratings, ratingSum])];
  };
  const before = await figures();
  await report(await visitor.signedIn(), "review", opinion.id);
  await decide(eve, opinion.id, "take-down", happened);
  expect(await figures()).not.toEqual(before);
  const [mail] = await mailsTo(`${opinion.username}@example.test`, 1);
  expect(mail?.subject).toBe("We took down a review of yours");
  const [row] = await db.select().from(schema.reviews).where(eq(schema.reviews.id, opinion.id));
  const ticket = await appealed(row?.buyerId ?? "");
  expect((await judge(ida, ticket, "reverse")).status).toBe(303);
  expect(await figures()).toEqual(before);
});

test("A decision that was undone or replaced can only be upheld or closed", async () => {
  const { bob, ticket } = await suspendedWithAppeal();
  await eve.submit(`/admin/users/${bob.id}`, { intent: "restore", reason: "It was a mistake of ours" });
  await suspend(bob.id, { reason: "It happened once more, in July" });
  const page = await ida.get(ticket);
  expect([page.text.includes("no longer stands"), page.html.includes('value="reverse"')]).toEqual([
    true,
    false,
  ]);
  expect((await judge(ida, ticket, "reverse")).status).toBe(409);
  expect((await judge(ida, ticket, "close")).status).toBe(303);
  const [told] = await mailsTo(bob.email, 5);
  expect(told?.subject).toBe("Your appeal: the decision no longer applies");
  // The new suspension is as it was.
  const [user] = await db.select().from(schema.users).where(eq(schema.users.id, bob.id));
  expect(user?.suspendedAt).not.toBeNull();
  const second = await appealed(bob.id);
  expect((await judge(ida, second, "close")).status).toBe(409);
});

test("Of two operators, one decides; the one who made the decision cannot slip in between the check and the write", async () => {
  const { bob, ticket } = await suspendedWithAppeal();
  const third = await thirdOperator();
  const version = { version: "1" };
  // Another operator gets a factor after the check, so only the guard in the batch can refuse her.
  await db.delete(factors).where(eq(factors.userId, ida.id));
  await db.delete(factors).where(eq(factors.userId, third.id));
  let isFirst = true;
  eve.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (!sql.includes('insert into "audit_log"') || !isFirst) return false;
      isFirst = false;
      await addFactor(ida.id);
      await addFactor(third.id);
      return false;
    }),
  });
  const raced = await judge(eve, ticket, "uphold", version);
  eve.send = visitor.signedOut().send;
  expect([raced.status, raced.text.includes("You made this decision")]).toEqual([403, true]);
  const both = await Promise.all([
    judge(ida, ticket, "uphold", version),
    judge(third, ticket, "reverse", version),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect((await statementOf(bob.id)).outcome).not.toBeNull();
  await db.delete(factors).where(eq(factors.userId, third.id));
});

test("A lone operator decides an appeal against their own decision, and no one is said to have reviewed it", async () => {
  const { bob, ticket } = await suspendedWithAppeal();
  await db.update(factors).set({ status: "unverified" }).where(eq(factors.userId, ida.id));
  expect((await eve.get(ticket)).html).toContain('value="uphold"');
  expect((await judge(eve, ticket, "uphold")).status).toBe(303);
  await db.update(factors).set({ status: "verified" }).where(eq(factors.userId, ida.id));
  const [told] = await mailsTo(bob.email, 3);
  expect(told?.text).toContain("The decision stands.");
  expect(told?.text).not.toContain("Someone who did not make the decision");
});

test("An operator who reported it, or is the other party, does not decide the appeal", async () => {
  const third = await thirdOperator();
  const { mallory, ann, id } = await nastyMessage("You are a kettle");
  await report(ann, "message", id);
  expect((await decide(eve, id, "take-down-and-warn", happened)).status).toBe(303);
  const all = await db.select().from(statements).where(eq(statements.userId, mallory.id));
  // She became an operator after the report.
  await db.update(schema.users).set({ role: "operator" }).where(eq(schema.users.id, ann.id));
  await ann.beginSession({ aal: "aal2", role: "operator" });
  await addFactor(ann.id);
  for (const { id: statement } of all) {
    const path = `/admin/tickets/${await appealTo(statement, mallory)}`;
    const own = await judge(ann, path, "uphold");
    expect([own.status, own.text.includes("reported it")]).toEqual([403, true]);
    expect((await judge(third, path, "uphold")).status).toBe(303);
  }
  for (const one of [third, ann]) await db.delete(factors).where(eq(factors.userId, one.id));
});

test("An appeal that is sent again with another text is refused, and the text is kept", async () => {
  const bob = await visitor.signedIn();
  await suspend(bob.id);
  const path = `/appeal/${(await statementOf(bob.id)).id}`;
  const both = await Promise.all([1, 2].map(() => guest.submit(path, { message: words })));
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  const other = await guest.submit(path, { message: "I forgot to say that I paid for them" });
  expect([other.status, other.text.includes("You wrote: I forgot to say")]).toEqual([403, true]);
  expect(other.text).toContain("You have already appealed this decision");
  expect(await db.select().from(tickets).where(eq(tickets.userId, bob.id))).toHaveLength(1);
});

test("After six months, for an unknown id and after the account was deleted, there is nothing to appeal", async () => {
  expect((await guest.get(`/appeal/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await guest.submit(`/appeal/${crypto.randomUUID()}`, { message: words })).status).toBe(404);
  const [bob, cleo] = [await visitor.signedIn(), await visitor.signedIn()];
  for (const userId of [bob.id, cleo.id])
    await db.insert(statements).values({
      id: crypto.randomUUID(),
      kind: "warning",
      subjectId: userId,
      userId,
      rule,
      happened,
      foundBy: "report",
      operatorId: eve.id,
      mailId: crypto.randomUUID(),
      at: now() - (userId === bob.id ? 185 : 1) * 86_400_000,
    });
  const old = `/appeal/${(await statementOf(bob.id)).id}`;
  expect((await guest.get(old)).text).toContain("The six months for an appeal are over.");
  const late = await guest.submit(old, { message: words });
  expect([late.status, late.text.includes(`You wrote: ${words}`)]).toEqual([403, true]);

  const { id } = await statementOf(cleo.id);
  const own = JSON.parse((await cleo.get("/profile/export")).html).decisions;
  expect(own).toMatchObject([{ id, kind: "warning", rule, happened }]);
  expect(Object.keys(own[0])).not.toContain("operatorId");
  const ticket = await appealed(cleo.id);
  await db.update(schema.users).set({ deletedAt: 1 }).where(eq(schema.users.id, cleo.id));
  expect((await guest.get(`/appeal/${id}`)).status).toBe(404);
  expect((await ida.get(ticket)).status).toBe(200);
});
