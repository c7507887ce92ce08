import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { reportPath } from "#app/ui/report-path.ts";
import * as schema from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";
import { market, nastyMessage, report, reportsOf } from "./world.ts";

const unknown = crypto.randomUUID();

test("A service, a seller, a review and a message link to the page that reports them", async () => {
  const { bob, opinion, offer, path } = await market();
  const { ann, mallory, conversation, id } = await nastyMessage();
  const service = await ann.get(path);
  expect(service.links).toEqual(
    expect.arrayContaining([reportPath("gig", offer.id), reportPath("review", opinion.id)]),
  );
  expect((await bob.get(path)).links).not.toContain(reportPath("gig", offer.id));
  const seller = await ann.get(`/@${bob.email.split("@")[0]}`);
  expect(seller.links).toEqual(
    expect.arrayContaining([reportPath("user", bob.id), reportPath("review", opinion.id)]),
  );
  const thread = `/messages?conversation=${conversation}`;
  expect((await ann.get(thread)).links).toContain(reportPath("message", id));
  expect((await mallory.get(thread)).links).not.toContain(reportPath("message", id));
});

test("Each is reported with a reason and a sentence, once by each person, and the page confirms it", async () => {
  const { bob, opinion, offer } = await market();
  const { ann, id } = await nastyMessage();
  for (const [kind, thing, word] of [
    ["gig", offer.id, "service"],
    ["user", bob.id, "user"],
    ["review", opinion.id, "review"],
    ["message", id, "message"],
  ] as const) {
    const path = reportPath(kind, thing);
    expect((await ann.get(path)).text).toContain(`Report this ${word}`);
    const sent = await report(ann, kind, thing);
    expect([kind, sent.status, sent.location]).toEqual([kind, 303, path]);
    const after = await ann.get(path);
    expect(after.text).toContain(`Thank you. Handiwork support will look at this ${word}`);
    expect(after.text).toContain("We'll email you when it is decided");
    expect(after.field("note")).toBeUndefined();
    const again = await report(ann, kind, thing);
    expect([again.status, again.text.includes(`You have already reported this ${word}`)]).toEqual([
      403,
      true,
    ]);
    expect(await reportsOf(thing)).toMatchObject([
      { kind, reporterId: ann.id, reason: "fraud", note: "It is a trick", opens: true, resolvedAt: null },
    ]);
  }
  expect(await reportsOf(id)).toMatchObject([{ conversationId: expect.any(String) }]);
});

test("Twenty concurrent reports by one person are one report, and only the first about an item opens a case", async () => {
  const { offer } = await market();
  const [ann, cleo] = [await visitor.signedIn(), await visitor.signedIn()];
  const pages = await Promise.all(Array.from({ length: 20 }, () => report(ann, "gig", offer.id)));
  expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(pages.filter(({ status }) => status === 403)).toHaveLength(19);
  await report(cleo, "gig", offer.id);
  expect((await reportsOf(offer.id)).map(({ opens }) => opens)).toEqual([true, false]);
});

test("A report needs a reason from the list; 'something else' needs a sentence; the typed text stays", async () => {
  const { offer } = await market();
  const ann = await visitor.signedIn();
  for (const [fields, sentence] of [
    [{ note: "Words of mine" }, "Choose a reason"],
    [{ reason: "boredom", note: "Words of mine" }, "Choose a reason"],
    [{ reason: "other", note: "  \u200b " }, "Say in one sentence what is wrong"],
    [{ reason: "spam", note: "x".repeat(501) }, "Please use at most 500 characters here"],
  ] as const) {
    const page = await report(ann, "gig", offer.id, fields);
    expect([page.status, page.text.includes(sentence)]).toEqual([400, true]);
    expect(page.field("note")?.trim()).toBe(fields.note.trim());
  }
  expect(await reportsOf(offer.id)).toEqual([]);
  expect((await report(ann, "gig", offer.id, { reason: "spam" })).status).toBe(303);
});

test("An item that the viewer may not see is the ordinary 404, and reveals nothing", async () => {
  const { ann: foreign, id: foreignMessage, mallory } = await nastyMessage("For Ann alone");
  const { opinion, offer } = await market();
  const denied = await gig(db, { state: "denied", listed: false });
  const ann = await visitor.signedIn();
  const cleo = await visitor.signedIn();
  const seen = await report(foreign, "user", mallory.id);
  expect(seen.status).toBe(303);
  await db.update(schema.reviews).set({ hiddenAt: 1 }).where(eq(schema.reviews.id, opinion.id));
  for (const path of [
    reportPath("message", foreignMessage),
    reportPath("gig", denied.id),
    reportPath("user", cleo.id),
    reportPath("review", opinion.id),
    ...(["gig", "user", "review", "message"] as const).map((kind) => reportPath(kind, unknown)),
    reportPath("message", offer.id),
    "/report",
    "/report?kind=gig",
    `/report?kind=order&id=${offer.id}`,
    `/report?kind=gig&id=${"x".repeat(101)}`,
  ]) {
    const page = await ann.get(path);
    expect([path, page.status, page.text.includes("For Ann alone")]).toEqual([path, 404, false]);
    expect([path, (await ann.submit(path, { reason: "spam" })).status]).toEqual([path, 404]);
  }
  expect(await reportsOf(foreignMessage)).toEqual([]);
});

test("Users cannot report their own content", async () => {
  const { bob, offer } = await market();
  const { mallory, id } = await nastyMessage();
  for (const [who, kind, thing, sentence] of [
    [bob, "gig", offer.id, "You can't report your own service"],
    [bob, "user", bob.id, "You can't report yourself"],
    [mallory, "message", id, "You can't report your own message"],
  ] as const) {
    expect((await who.get(reportPath(kind, thing))).text).toContain(sentence);
    const sent = await report(who, kind, thing);
    expect([sent.status, sent.text.includes(sentence)]).toEqual([403, true]);
    expect(await reportsOf(thing)).toEqual([]);
  }
});

test("A visitor signs in first and returns to the typed text", async () => {
  const { offer } = await market();
  const path = reportPath("gig", offer.id);
  const guest = visitor.signedOut();
  const page = await guest.get(path);
  expect([page.status, decodeURIComponent(page.location ?? "")]).toEqual([
    303,
    expect.stringContaining(path),
  ]);
  const sent = await guest.submit(path, { reason: "stolen", note: "My picture" });
  expect(decodeURIComponent(sent.location ?? "")).toContain(`${path}&draft=`);
  const hidden = await guest.get(reportPath("gig", unknown));
  expect([hidden.status, hidden.location?.startsWith("/sign-in")]).toEqual([303, true]);

  const ann = await visitor.signedIn();
  ann.setCookie("draft", guest.cookie("draft") ?? "");
  const draft = /&draft=([\w-]+)/.exec(decodeURIComponent(sent.location ?? ""))?.[1];
  expect((await ann.get(`${path}&draft=${draft}`)).field("note")).toBe("My picture");
});

test("A session that has just ended writes nothing, and the text is kept while the database is down", async () => {
  const { offer } = await market();
  const ann = await visitor.signedIn();
  const endSession = () =>
    db.update(schema.sessions).set({ endedAt: Date.now() }).where(eq(schema.sessions.userId, ann.id));
  ann.send = productWith({
    DB: faultyDatabase(
      env.DB,
      (sql) => sql.startsWith('insert into "reports"') && (async () => await endSession())(),
    ),
  });
  expect((await report(ann, "gig", offer.id)).location).toContain("/sign-in");
  expect(await reportsOf(offer.id)).toEqual([]);

  const cleo = await visitor.signedIn();
  expectErrorLog("report not saved");
  cleo.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "reports"')) });
  const failed = await report(cleo, "gig", offer.id);
  expect([failed.status, failed.field("note")]).toEqual([503, "It is a trick"]);
  cleo.send = (request) => exports.default.fetch(request);
  expect((await report(cleo, "gig", offer.id)).status).toBe(303);
});

test("A user's export has their own reports", async () => {
  const { offer } = await market();
  const ann = await visitor.signedIn();
  await report(ann, "gig", offer.id);
  const file = JSON.parse((await ann.get("/profile/export")).html);
  expect(file.reports).toMatchObject([{ kind: "gig", subjectId: offer.id, note: "It is a trick" }]);
  expect(file.reports[0]).not.toHaveProperty("ownerId");
});
