import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as operators from "#app/admin/operators/operators.server.ts";
import { auditLog, factors, outbox, sessions, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase, productWith, racing } from "../../support/bindings/faulty.ts";
import { person, usernameOf } from "../../support/factories.ts";
import { mailsTo } from "../../support/mails.ts";
import { db, type Visitor, visitor } from "../../support/visitor.ts";

const reason = "They look after refunds from Monday on";

/** A verified second factor in the database. */
async function factorOf(userId: string): Promise<void> {
  await db.insert(factors).values({
    ...{
      id: crypto.randomUUID(),
      userId,
      friendlyName: "Phone",
      factorType: "phone",
      phone: "+491700000000",
    },
    ...{ status: "verified", createdAt: 1, verifiedAt: Date.UTC(2026, 2, 1) },
  });
}

/** An operator whose second factor is also in the database. */
async function realOperator(): Promise<Visitor> {
  const { ann } = await operator();
  await factorOf(ann.id);
  return ann;
}

const change = (by: Visitor, intent: "give" | "take", id: string, why = reason) =>
  by.submit(`/admin/operators?confirm=${intent}&who=${id}`, { intent, id, reason: why });

const roleOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.role;
const openSessions = async (userId: string) =>
  await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
const auditOf = (id: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, id));

// All operators in the database count, so each test starts without any.
beforeEach(async () => {
  await db.update(users).set({ role: "user" });
});

it("An operator gives and removes the role: sessions end, all operators are told, the log says before and after", async () => {
  const [eve, other] = [await realOperator(), await realOperator()];
  const bob = await visitor.signedIn();
  await factorOf(bob.id);
  const [eveName, bobName] = [await usernameOf(db, eve.id), await usernameOf(db, bob.id)];

  const asked = await eve.get(`/admin/operators?confirm=give&who=${encodeURIComponent(bob.email)}`);
  expect(asked.text).toContain("an operator? ");
  expect(asked.text).toContain("They are signed out everywhere.");
  const given = await change(eve, "give", bob.id);
  expect([given.status, given.location, await roleOf(bob.id)]).toEqual([303, "/admin/operators", "operator"]);
  expect(await openSessions(bob.id)).toEqual([]);
  expect((await bob.open("/orders")).text).toContain("You must be logged in");
  const [told] = await mailsTo(other.email);
  expect(told).toMatchObject({ kind: "operator_added", subject: `New operator: @${bobName}` });
  expect(told?.text).toContain(`The role was given by @${eveName}`);
  expect(told?.text).toContain(reason);
  const list = await eve.get("/admin/operators");
  expect(list.text).toMatch(/since 1 Mar 2026.*Make operator/);

  await bob.beginSession({ aal: "aal2", role: "operator" });
  expect((await bob.get("/admin/operators")).status).toBe(200);
  const taken = await change(eve, "take", bob.id);
  expect([taken.status, await roleOf(bob.id)]).toEqual([303, "user"]);
  expect(await openSessions(bob.id)).toEqual([]);
  const kinds = await db.select().from(outbox).where(eq(outbox.subjectId, bob.id));
  expect(kinds.map(({ kind, userId }) => `${kind} ${userId}`).toSorted()).toEqual(
    ["operator_added", "operator_removed"]
      .flatMap((kind) => [eve, other, bob].map(({ id }) => `${kind} ${id}`))
      .toSorted(),
  );
  expect(await auditOf(bob.id)).toMatchObject([
    { action: "make-operator", operatorId: eve.id, reason, before: "user", after: "operator" },
    { action: "remove-operator", operatorId: eve.id, reason, before: "operator", after: "user" },
  ]);
});

it("A refused change says why, keeps the reason, and changes nothing", async () => {
  const [eve, other] = [await realOperator(), await realOperator()];
  const [plain, unverified, suspended, deleted] = [
    await person(db),
    await person(db, { verified: false }),
    await person(db),
    await person(db),
  ];
  for (const { id } of [unverified, suspended, deleted]) await factorOf(id);
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));
  await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, deleted.id));
  for (const [intent, id, words] of [
    ["give", plain.id, "has no second factor yet"],
    ["give", unverified.id, "has not verified their email address"],
    ["give", suspended.id, "is suspended"],
    ["give", deleted.id, "This account has been deleted"],
    ["give", other.id, "is already an operator"],
    ["take", plain.id, "is not an operator"],
    ["take", eve.id, "your own role"],
    ["take", "nobody", "There is no such account"],
  ] as const) {
    const page = await change(eve, intent, id);
    expect([words, page.status, page.text.includes(words)]).toEqual([words, 409, true]);
    if (id !== "nobody") expect(page.text).toContain(reason);
    expect(await auditOf(id)).toEqual([]);
  }
  const short = await change(eve, "take", other.id, "no");
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(await roleOf(other.id)).toBe("operator");
  const empty = await eve.get("/admin/operators?confirm=give&who=");
  expect(empty.text).toContain("Please enter an email address or a username");
  const unknown = await eve.get("/admin/operators?confirm=give&who=%3Cb%3Enobody");
  expect(unknown.html).toContain('<a href="#who">No account has this email address or username</a>');
  expect(unknown.field("who")).toBe("<b>nobody");
});

it("The last operator with a second factor keeps the role, even if the page was skipped", async () => {
  // The session has a second factor, which the database has lost since.
  const { ann: eve } = await operator();
  const last = await realOperator();
  const page = await change(eve, "take", last.id);
  expect([page.status, page.text.includes("is the last operator")]).toEqual([409, true]);
  const session = (await openSessions(eve.id)).find(({ aal }) => aal === "aal2");
  const viewer = {
    id: eve.id,
    sessionId: session?.id ?? "",
    aal: "aal2",
    roles: ["operator" as const],
  } as const;
  const decision = { operator: { ...viewer, roles: [...viewer.roles] }, reason };
  expect(await operators.change(db, "take", last.id, decision, Date.now())).toEqual({ state: "changed" });
  expect(await operators.change(db, "take", eve.id, decision, Date.now())).toEqual({ state: "changed" });
  expect([await roleOf(last.id), await auditOf(last.id)]).toEqual(["operator", []]);
});

it("If two operators remove each other's role at the same time, exactly one succeeds", async () => {
  for (let round = 0; round < 5; round++) {
    await db.update(users).set({ role: "user" });
    const pair = [await realOperator(), await realOperator()] as const;
    const [one, two] = pair;
    one.send = two.send = racing(2, 'insert into "audit_log"');
    const pages = await Promise.all([change(one, "take", two.id), change(two, "take", one.id)]);
    expect(pages.filter(({ location }) => location === "/admin/operators")).toHaveLength(1);
    const roles = await Promise.all(pair.map(({ id }) => roleOf(id)));
    expect(roles.toSorted()).toEqual(["operator", "user"]);
    const rows = (await Promise.all(pair.map(({ id }) => auditOf(id)))).flat();
    expect(rows).toHaveLength(1);
  }
});

it("If two operators give a person the role at the same time, the second is told, and the log has one row", async () => {
  const pair = [await realOperator(), await realOperator()];
  const bob = await person(db);
  await factorOf(bob.id);
  const send = racing(2, 'insert into "audit_log"');
  for (const by of pair) by.send = send;
  const pages = await Promise.all(pair.map((by) => change(by, "give", bob.id)));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await auditOf(bob.id)).toHaveLength(1);
});

it("The list shows 50 operators and reads at most 400 rows", async () => {
  const eve = await realOperator();
  for (let i = 0; i < 60; i++) {
    const { id } = await person(db);
    await db.update(users).set({ role: "operator" }).where(eq(users.id, id));
    await db.insert(auditLog).values(
      Array.from({ length: 5 }, () => ({
        operatorId: id,
        action: "suspend",
        subjectId: id,
        reason,
        at: 1,
      })),
    );
  }
  const { database, read } = measuredDatabase(env.DB);
  eve.send = productWith({ DB: database });
  const before = read();
  const first = await eve.get("/admin/operators");
  const spent = read() - before;
  expect(first.html.match(/Remove the role/g)).toHaveLength(50);
  const next = first.links.find((link) => link.startsWith("/admin/operators?after=")) ?? "";
  expect((await eve.get(next)).html.match(/Remove the role/g)).toHaveLength(10);
  // Includes the reads of the frame: the session and the menu's numbers.
  expect(spent).toBeLessThanOrEqual(400);
});
