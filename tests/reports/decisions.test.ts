import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as queue from "#app/admin/reports/report-queue.server.ts";
import { dueDigests } from "#app/conversations/digests.server.ts";
import * as schema from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { connect } from "../support/conversations.ts";
import { mailsTo } from "../support/mails.ts";
import { review } from "../support/reviews.ts";
import { db, origin, Page, visitor } from "../support/visitor.ts";
import { auditOf, decide, market, nastyMessage, pickOf, report, reportsOf, why } from "./world.ts";

const { ann: eve } = await operator();
const removed = "Removed by an operator";

test("Reports of one item by many people are one case, decided once, and each reporter gets an email", async () => {
  const { bob, offer, path: itsPage } = await market();
  const people = [await visitor.signedIn(), await visitor.signedIn(), await visitor.signedIn()];
  for (const person of people) await report(person, "gig", offer.id, { reason: "stolen", note: "My work" });
  const page = await eve.get("/admin/reports");
  expect(page.html.split(`value="${offer.id}:`)).toHaveLength(2);
  const words = people.map(
    ({ email }) => `@${email.split("@")[0]} reported it: Someone else's work or identity. My work`,
  );
  expect(words.map((each) => page.text.includes(each))).toEqual([true, false, false]);
  const path = `/admin/reports?id=${offer.id}`;
  expect([page.text.includes("More people reported it"), page.links.includes(path)]).toEqual([true, true]);
  const alone = await eve.get(path);
  expect([...words, "All reports"].map((each) => alone.text.includes(each))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(alone.html.split('name="pick"')).toHaveLength(2);

  const { ann: second } = await operator();
  const tries = await Promise.all([eve, second].map((admin) => decide(admin, offer.id, "take-down")));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect((await reportsOf(offer.id)).map(({ outcome }) => outcome)).toEqual([
    "removed",
    "removed",
    "removed",
  ]);
  expect((await visitor.signedOut().get(itsPage)).status).toBe(404);
  expect(await auditOf(offer.id)).toEqual(["deny-gig"]);
  const [denied] = await mailsTo(bob.email, 1);
  expect([denied?.kind, denied?.text.includes(why)]).toEqual(["gig_denied", true]);
  for (const person of people) {
    const [answer] = await mailsTo(person.email, 1);
    expect(answer?.kind).toBe("report_decided");
    expect(answer?.text).toContain(`You reported the service “${offer.title}”. We took it down.`);
  }
  const late = await decide(eve, offer.id, "leave");
  expect([late.status, late.text.includes("Someone has already decided this")]).toEqual([409, true]);
  expect((await eve.get("/admin/reports")).text).toContain(`Taken down: the service ${offer.title}`);
});

test("An item that was left up can be reported by someone else, but not again by the same person", async () => {
  const { offer, path } = await market();
  const [ann, cleo] = [await visitor.signedIn(), await visitor.signedIn()];
  await report(ann, "gig", offer.id);
  expect((await decide(eve, offer.id, "leave")).status).toBe(303);
  expect((await visitor.signedOut().get(path)).status).toBe(200);
  expect((await report(ann, "gig", offer.id)).status).toBe(403);
  expect((await report(cleo, "gig", offer.id)).status).toBe(303);
  expect((await reportsOf(offer.id)).map(({ opens, outcome }) => [opens, outcome])).toEqual([
    [true, "left"],
    [true, null],
  ]);
  const [answer] = await mailsTo(ann.email, 1);
  expect(answer?.text).toContain("We looked at it and left it as it is.");
});

test("A review that is taken down is hidden, and what was cached with it is not shown", async () => {
  const { opinion } = await market();
  const removalsNow = async () => (await db.select().from(schema.removals))[0]?.number ?? 0;
  const before = await removalsNow();
  await report(await visitor.signedIn(), "review", opinion.id);
  expect((await decide(eve, opinion.id, "take-down")).status).toBe(303);
  const [row] = await db.select().from(schema.reviews).where(eq(schema.reviews.id, opinion.id));
  expect([row?.hiddenAt === null, await removalsNow()]).toEqual([false, before + 1]);
});

test("A warning sends the person the reason, and their content stays", async () => {
  const { bob, opinion } = await market();
  await report(bob, "review", opinion.id);
  expect((await decide(eve, opinion.id, "warn")).status).toBe(303);
  const [row] = await db.select().from(schema.reviews).where(eq(schema.reviews.id, opinion.id));
  expect(row?.hiddenAt).toBeNull();
  const [mail] = await mailsTo(`${opinion.username}@example.test`, 1);
  expect(mail?.subject).toBe("A warning from Handiwork support");
  for (const part of ["A review that you wrote was reported", why]) expect(mail?.text).toContain(part);
  expect(await auditOf(row?.buyerId ?? "")).toEqual(["warn"]);
  expect((await mailsTo(bob.email, 1))[0]?.text).toContain("We have acted on it.");
});

test("A suspension ends the sessions and emails the reason; a suspended or deleted user is not suspended again", async () => {
  const { ann, mallory, id } = await nastyMessage();
  await report(ann, "user", mallory.id);
  await report(ann, "message", id);
  const short = await decide(eve, mallory.id, "suspend", "no");
  expect([short.status, short.text.includes("a reason of at least 10")]).toEqual([400, true]);
  const down = await decide(eve, mallory.id, "take-down");
  expect([down.status, down.text.includes("Please choose what to do")]).toEqual([409, true]);
  expect((await decide(eve, mallory.id, "suspend")).status).toBe(303);
  expect((await mallory.get("/messages")).status).toBe(303);
  const [mail] = await mailsTo(mallory.email, 1);
  expect([mail?.kind, mail?.text.includes(why)]).toEqual(["suspended", true]);
  expect(await auditOf(mallory.id)).toEqual(["suspend"]);
  const again = await decide(eve, id, "suspend");
  expect([again.status, again.text.includes("is already suspended")]).toEqual([409, true]);
  await db.update(schema.users).set({ deletedAt: 1 }).where(eq(schema.users.id, mallory.id));
  const gone = await decide(eve, id, "warn");
  expect([gone.status, gone.text.includes("This account has been deleted")]).toEqual([409, true]);
  expect((await decide(eve, id, "leave")).status).toBe(303);
});

test("A removed message stays stored, and only operators can read it", async () => {
  const { ann, mallory, conversation, id, number } = await nastyMessage("You are a xylophone");
  const [forAnn, forMallory] = [await connect(ann), await connect(mallory)];
  await report(ann, "message", id);
  expect((await eve.get("/admin/reports")).text).toContain("You are a xylophone");
  expect((await decide(eve, id, "take-down-and-warn")).status).toBe(303);
  const event = { type: "removed", conversation, number };
  await expect.poll(() => forAnn.received).toContainEqual(event);
  await expect.poll(() => forMallory.received).toContainEqual(event);
  const thread = `/messages?conversation=${conversation}`;
  for (const who of [ann, mallory])
    for (const path of ["/messages", thread, `/messages/since?conversation=${conversation}&after=0&list=0`]) {
      const page = await who.get(path);
      const found = [page.html.includes("You are a xylophone"), page.html.includes(removed)];
      expect([path, ...found]).toEqual([path, false, true]);
    }
  for (const who of [ann, mallory]) {
    const search = await who.get(`${thread}&q=xylophone`);
    const found = [search.html.includes("You are a xylophone"), search.text.includes("Not found here")];
    expect(found).toEqual([false, true]);
  }
  expect((await ann.get(`/report?kind=message&id=${id}`)).status).toBe(404);
  const textsIn = async (who: typeof ann) =>
    JSON.parse((await who.get("/profile/export")).html).messages.map(
      ({ content }: { content: string }) => content,
    );
  expect(await textsIn(ann)).toEqual(["Good day", removed]);
  expect(await textsIn(mallory)).toEqual(["Good day", "You are a xylophone"]);
  const [row] = await db.select().from(schema.messages).where(eq(schema.messages.id, id));
  expect(row).toMatchObject({ content: "You are a xylophone", removedAt: expect.any(Number) });
  expect(await auditOf(id)).toEqual(["remove-message"]);
  expect(await auditOf(mallory.id)).toEqual(["warn"]);

  const sentAgain = await mallory.submit("/messages", { conversation, content: "You are a xylophone", id });
  expect(sentAgain.status).toBe(303);
  expect(
    await db.select().from(schema.messages).where(eq(schema.messages.conversationId, conversation)),
  ).toHaveLength(2);
  for (const { socket } of [forAnn, forMallory]) socket?.close();
});

test("The digest of unread messages does not quote a removed one, and a later message stays the preview", async () => {
  const { ann, mallory, conversation, id } = await nastyMessage("You are a kettle");
  await db.delete(schema.messages).where(eq(schema.messages.content, "Good day"));
  await report(ann, "message", id);
  await mallory.submit("/messages", { conversation, content: "And one more" });
  expect((await decide(eve, id, "take-down")).status).toBe(303);
  const [row] = await db.select().from(schema.conversations).where(eq(schema.conversations.id, conversation));
  expect(row?.lastMessage).toBe("And one more");
  await db
    .update(schema.conversationSides)
    .set({ digestDue: 1 })
    .where(eq(schema.conversationSides.userId, ann.id));
  const [side] = await db
    .select()
    .from(schema.conversationSides)
    .where(eq(schema.conversationSides.userId, ann.id));
  await dueDigests.run({ db, clock: { now: () => Date.now() } }, `${ann.id} ${side?.conversation}`);
  await eve.submit("/dev/sweep", {});
  const mails = await mailsTo(ann.email, 2);
  const digest = mails.find(({ kind }) => kind === "message_digest");
  expect([digest?.text.includes("kettle"), digest?.text.includes(removed)]).toEqual([false, true]);
});

test("An operator cannot decide on themselves, their own conversation, or their own report", async () => {
  const { ann: own } = await operator();
  const { offer } = await market();
  await report(own, "gig", offer.id);
  const mine = await decide(own, offer.id, "take-down");
  expect([mine.status, mine.text.includes("You reported this yourself")]).toEqual([403, true]);

  const { ann, mallory, id } = await nastyMessage();
  await report(ann, "message", id);
  await db.update(schema.users).set({ role: "operator" }).where(eq(schema.users.id, ann.id));
  await ann.beginSession({ aal: "aal2", role: "operator" });
  const part = await decide(ann, id, "leave");
  expect([part.status, part.text.includes("You are part of this conversation")]).toEqual([403, true]);
  for (const who of [mallory, visitor.signedOut()]) {
    expect((await who.get("/admin/reports")).status).toBe(404);
    expect((await decide(who, id, "leave")).status).toBe(404);
  }
  expect(await auditOf(id)).toEqual([]);
});

test("A report of a deleted item allows only the decision to leave it", async () => {
  const { ann, id } = await nastyMessage();
  await report(ann, "message", id);
  await db.delete(schema.messages).where(eq(schema.messages.id, id));
  expect((await eve.get("/admin/reports")).text).toContain("A deleted message");
  for (const intent of ["take-down", "warn", "suspend"])
    expect((await decide(eve, id, intent)).status).toBe(409);
  expect((await decide(eve, id, "leave")).status).toBe(303);
});

test("One reason decides several cases, and the operator is told which ones were decided in the meantime", async () => {
  const [first, second, third] = [await market(), await market(), await market()];
  const ann = await visitor.signedIn();
  for (const { offer } of [first, second, third]) await report(ann, "gig", offer.id);
  const pick = [await pickOf(first.offer.id), await pickOf(second.offer.id)];
  const send = async (picks: string[], intent = "take-down") => {
    const body = new URLSearchParams([
      ...picks.map((each) => ["pick", each]),
      ["intent", intent],
      ["rule", "conduct"],
      ["reason", why],
    ]);
    const headers = { Origin: origin };
    return await Page.of(await eve.fetch("/admin/reports?after=1", { method: "POST", body, headers }));
  };
  const none = await send([]);
  expect([none.status, none.text.includes("Please choose a report")]).toEqual([400, true]);
  const done = await send(pick);
  expect([done.status, done.location]).toEqual([303, "/admin/reports?after=1"]);
  for (const { offer } of [first, second]) expect(await auditOf(offer.id)).toEqual(["deny-gig"]);
  const part = await send([pick[0] ?? "", await pickOf(third.offer.id)], "warn");
  expect(part.status).toBe(409);
  expect(part.text).toContain("1 of 2 was decided. One: Someone has already decided this.");
  expect(await auditOf(third.bob.id)).toEqual(["warn"]);

  // A report of what was left opens a new case, which an older page does not show.
  const { opinion } = first;
  await report(ann, "review", opinion.id);
  const seen = await pickOf(opinion.id);
  expect((await send([seen], "leave")).status).toBe(303);
  await report(first.bob, "review", opinion.id);
  const stale = await send([seen], "leave");
  expect([stale.status, stale.text.includes("Someone has already decided this")]).toEqual([409, true]);
});

test("A page of reports has 50 rows and reads at most 400, however many people reported each thing", async () => {
  const reporters = await Promise.all(Array.from({ length: 3 }, () => visitor.signedIn()));
  const { offer } = await market();
  for (let i = 0; i < 52; i++) {
    const { id: subjectId } = await review(db, offer, { comment: `Words ${i}` });
    await db.insert(schema.reports).values(
      reporters.map(({ id: reporterId }) => ({
        kind: "review" as const,
        subjectId,
        reporterId,
        reason: "spam" as const,
        note: "",
        at: 1,
      })),
    );
  }
  const { database, read } = measuredDatabase(env.DB);
  const first = await queue.list(drizzle(database), { id: null, after: null });
  expect(first.waiting).toHaveLength(50);
  expect(read()).toBeLessThanOrEqual(400);
  expect(first.waiting.at(-1)).toMatchObject({ reporter: expect.any(String), hasMore: true });
  const second = await queue.list(db, { id: null, after: first.next });
  expect([second.waiting.length >= 2, second.next]).toEqual([true, null]);
  expect((await eve.get("/admin/reports")).links).toContain(`/admin/reports?after=${first.next}`);
});
