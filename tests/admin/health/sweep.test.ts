import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { outbox, workParts } from "#drizzle/schema.ts";
import { createExecutionContext } from "#tests/support/runtime.ts";
import { system } from "#workers/context.ts";
import { realClock } from "#workers/platform/real-clock.ts";
import { sweep } from "#workers/scheduled.ts";
import { operator } from "../../support/accounts/operator.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { hour, minute, pass } from "../../support/clock.ts";
import { runCron } from "../../support/queue.ts";
import { db, visitor } from "../../support/visitor.ts";
import { auditOf, clearStuck, mailRow } from "./stuck-rows.ts";

const { ann } = await operator();
const reason = "Mails wait since this morning";
const repair = (fields = {}) =>
  ann.submit("/admin/health", { again: "sweep", intent: "repair", reason, ...fields });
const isSent = async (id: string) =>
  (await db.select().from(outbox).where(eq(outbox.id, id)))[0]?.sentAt !== null;
const logged = () => vi.spyOn(console, "log");

beforeEach(async () => {
  await clearStuck();
  await db.update(workParts).set({ runningUntil: 0, queuedUntil: 0, failures: 0, failingSince: null });
});

it("‘Repair now’ does what is due, shows what each part did, and writes an audit row", async () => {
  const id = await mailRow({ dueAt: Date.now() - minute });
  const short = await repair({ reason: "now" });
  expect([short.status, short.field("reason"), await isSent(id)]).toEqual([400, "now", false]);
  expect(short.text).toContain("Please give a reason of at least 10 characters");
  const done = await repair();
  expect([done.status, done.location, await isSent(id)]).toEqual([303, "/admin/health#last-sweep", true]);
  const page = await ann.get("/admin/health");
  for (const words of [
    "The scheduled work has run",
    "The last run began at",
    "Mails 1 done",
    "Nothing was due:",
  ])
    expect(page.text).toContain(words);
  expect(await auditOf("sweep")).toEqual([["repair", reason]]);
  expect((await ann.get("/admin/audit")).text).toContain("Repair sweep");
});

it("Only an operator can press it", async () => {
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  const before = await auditOf("sweep");
  for (const person of [visitor.signedOut(), await visitor.signedIn(), withoutFactor])
    expect((await person.submit("/admin/health", { again: "sweep", reason })).status).toBe(404);
  expect(await auditOf("sweep")).toEqual(before);
});

it("While a run is not finished, a second press and the cron are told so and do nothing", async () => {
  const before = await auditOf("sweep");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { ann: first } = await operator();
  first.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes("json_each") ? held : false)),
  });
  const pressed = first.submit("/admin/health", { again: "sweep", reason });
  await vi.waitFor(async () => expect((await sweepRecord.find(db)).isRunning).toBe(true), 5000);
  const second = await repair();
  expect([second.status, second.field("reason")]).toEqual([409, reason]);
  for (const words of ["A run is not finished yet", "and is not finished yet"])
    expect(second.text).toContain(words);
  expect(second.html).toMatch(/<details[^>]* open=""[^>]*><summary><h2>Repair now</);
  expect((await ann.get("/admin/health")).html).toMatch(
    /<details class="panel folded"><summary><h2>Repair now</,
  );
  const id = await mailRow({ dueAt: Date.now() - minute });
  const log = logged();
  await runCron({ WORK: undefined });
  expect(log.mock.calls.flat().join()).toContain('"skipped":"the last one is still running"');
  log.mockRestore();
  expect(await isSent(id)).toBe(false);
  release();
  expect((await pressed).status).toBe(303);
  expect(await auditOf("sweep")).toEqual([...before, ["repair", reason]]);
  await runCron({ WORK: undefined });
  expect(await isSent(id)).toBe(true);
});

it("A run whose worker was lost does not block later ones", async () => {
  const lost = { begunAt: Date.now() - minute, runningUntil: Date.now() - 1 };
  await db.update(workParts).set(lost).where(eq(workParts.name, "sweep"));
  expect((await repair()).status).toBe(303);
});

it("A part that has failed three times in a row raises an alarm until it succeeds", async () => {
  expectErrorLog("sweep part failed");
  const broken = faultyDatabase(env.DB, (sql) => sql.includes('from "forgotten_files"'));
  const failRun = () => runCron({ DB: broken, WORK: undefined });
  await failRun();
  await failRun();
  const twice = await ann.get("/admin/health");
  for (const words of ["All is well", "Forgotten Failed 2 times in a row, since"])
    expect(twice.text).toContain(words);
  await failRun();
  const thrice = await ann.get("/admin/health");
  expect(thrice.text).not.toContain("All is well");
  for (const words of [
    "1 Parts of the scheduled work that failed 3 times in a row",
    "Forgotten Failed 3 times in a row",
  ])
    expect(thrice.text).toContain(words);
  await runCron({ WORK: undefined });
  expect((await ann.get("/admin/health")).text).toContain("All is well");
});

it("Five minutes without a run raise an alarm, whatever the local clock says", async () => {
  await pass(hour);
  const isSweep = eq(workParts.name, "sweep");
  const ranBefore = (ms: number) =>
    db
      .update(workParts)
      .set({ succeededAt: Date.now() - ms })
      .where(isSweep);
  await ranBefore(4 * minute);
  expect((await ann.get("/admin/health")).text).toContain("All is well");
  await ranBefore(6 * minute);
  expect((await ann.get("/admin/health")).text).toContain(
    "1 Scheduled work without a run for 5 minutes oldest 6 min",
  );
  await runCron({ WORK: undefined });
  expect((await ann.get("/admin/health")).text).toContain("All is well");
});

it("With a queue, the record says what was put on it and what is still on it", async () => {
  const queue = { sendBatch: async () => {} } as unknown as NonNullable<Env["WORK"]>;
  await mailRow({ dueAt: Date.now() - minute });
  await runCron({ WORK: queue });
  expect((await ann.get("/admin/health")).text).toContain("Mails 1 put on the queue");
  await runCron({ WORK: queue });
  expect((await ann.get("/admin/health")).text).toContain("Mails Still on the queue");
});

it("After its time limit, a run begins nothing more, and says that the next run will do the rest", async () => {
  const id = await mailRow({ dueAt: Date.now() - minute });
  const platform = {
    clock: async () => realClock,
    mailer: () => ({ send: async () => {} }),
    sms: () => null,
  };
  const sys = await system({ ...env, PLATFORM: platform }, createExecutionContext(), "a test");
  await sweep(sys, null, Date.now());
  expect(await isSent(id)).toBe(false);
  expect((await ann.get("/admin/health")).text).toContain("Mails Left for the next run");
  await sweep(sys, null, Date.now() + sweepRecord.maxSweep);
  expect(await isSent(id)).toBe(true);
});
