import { and, asc, eq, sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { findProgress } from "#app/admin/announcements/announcement-list.server.ts";
import { announcements, auditLog, outbox } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { racing } from "../../support/bindings/faulty.ts";
import { sweep } from "../../support/clock.ts";
import { person } from "../../support/factories.ts";
import { db } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const reason = "Agreed with the owners of the market";
const list = "/admin/announcements";
const day = 86_400_000;

/** A day as a form sends it. */
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

const rowOf = async (id: string) => {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id));
  if (!row) throw new Error("No such announcement");
  return row;
};

const texts = {
  kind: "news",
  subject: "Reviews have pictures",
  text: "First.\r\n\r\nSecond.",
  effective: "",
};

/** Writes a draft. @returns its id */
async function draft(changes: Record<string, string> = {}): Promise<string> {
  const page = await eve.submit(list, { intent: "write", ...texts, reason, ...changes });
  expect(page.status).toBe(303);
  return page.location?.split("/").at(-1) ?? "";
}

/** Sends a form of an announcement's page, as the page shows it now. */
async function send(id: string, intent: string, fields: Record<string, string | number> = {}) {
  const { version } = await rowOf(id);
  return await eve.submit(`${list}/${id}`, { intent, version, reason, ...fields });
}

const actionsOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.number))).map(
    ({ action }) => action,
  );

afterEach(() => {
  vi.useRealTimers();
});

it("An operator writes, changes, tests and sends an announcement, stops and continues it; each step is in the log", async () => {
  const id = await draft();
  expect(await rowOf(id)).toMatchObject({ state: "draft", version: 1, text: "First.\n\nSecond." });
  const effective = inDays(3);
  expect((await send(id, "save", { ...texts, subject: "Reviews with pictures", effective })).status).toBe(
    303,
  );
  expect(await rowOf(id)).toMatchObject({ version: 2, effectiveAt: Date.parse(effective) });

  expect((await send(id, "test")).location).toBe(`${list}/${id}`);
  const [test] = await db.select().from(outbox).where(eq(outbox.subjectId, id));
  expect(test).toMatchObject({ kind: "announcement", userId: eve.id, error: null });
  expect(test?.sentAt).not.toBeNull();
  // A test email is not part of the progress.
  await db.update(outbox).set({ sentAt: null }).where(eq(outbox.subjectId, id));
  expect(await findProgress(db, await rowOf(id))).toMatchObject({ unsent: 0, givenUp: 0 });
  await db.update(outbox).set({ sentAt: test?.sentAt }).where(eq(outbox.subjectId, id));

  const confirm = await eve.get(`${list}/${id}?confirm=send`);
  expect(confirm.text).toContain("every account with a verified address that is not suspended");
  expect(confirm.text).toMatch(/Send to up to [\d,]+ accounts?/);
  expect((await send(id, "send")).status).toBe(303);
  expect(await rowOf(id)).toMatchObject({ state: "running", written: 0 });
  expect((await eve.get(list)).text).toContain("Reviews with pictures");
  expect((await send(id, "stop")).status).toBe(303);
  await sweep();
  expect(await rowOf(id)).toMatchObject({ state: "stopped", written: 0 });
  expect((await send(id, "resume")).status).toBe(303);
  await sweep();
  const done = await rowOf(id);
  expect(done).toMatchObject({ state: "done" });
  const sent = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subjectId, id), sql`id like ${`${id}:%`}`));
  expect(sent.length).toBe(done.written);
  expect(sent.some(({ userId, sentAt }) => userId === eve.id && sentAt !== null)).toBe(true);
  expect(await actionsOf(id)).toEqual(
    ["write", "edit", "test", "send", "stop", "resume"].map((name) => `${name}-announcement`),
  );
  const page = await eve.get(`${list}/${id}`);
  expect(page.text).toContain("Emails written");
  expect(page.html).not.toContain('name="intent" value="send"');
  const log = await eve.get("/admin/audit?action=edit-announcement");
  expect(log.text).toContain("‘Reviews with pictures’");
  expect(log.links).toContain(`${list}/${id}`);

  // The text can no longer be changed, and what was typed is not lost.
  const late = await send(id, "save", { ...texts, text: "Another text" });
  expect([late.status, late.text.includes("Another text")]).toEqual([409, true]);
  for (const intent of ["stop", "resume", "delete"]) expect((await send(id, intent)).status).toBe(409);
});

it("Refused texts come back whole: too long, empty, a day too early, no reason, an outdated page", async () => {
  const id = await draft();
  const long = "Words, ".repeat(100_000 / 7 + 1).slice(0, 99_999);
  for (const [changes, status, sentence] of [
    [{ text: `${long}!` }, 400, "Please use at most 10,000 characters"],
    [{ subject: "é".repeat(71) }, 400, "Please use at most 70 characters"],
    [{ subject: "\u202e " }, 400, "Please enter a subject"],
    [{ text: " " }, 400, "Please enter a text"],
    [{ kind: "other" }, 400, "Please choose what it is about"],
    [{ effective: "2027-02-30" }, 400, "Please enter a date"],
    [{ effective: inDays(-2) }, 400, "This date has passed"],
    [{ kind: "terms" }, 400, "Please enter the date it takes effect"],
    [{ kind: "terms", effective: inDays(29) }, 400, "at least 30 days ahead"],
    [{ kind: "privacy", effective: inDays(13) }, 400, "at least 14 days ahead"],
    [{ reason: "no" }, 400, "at least 10 characters"],
    [{ version: 99 }, 409, "This was changed in the meantime"],
    [{}, 400, "You have not changed anything"],
  ] as const) {
    const typed = { ...texts, ...("version" in changes ? { text: "Theirs" } : {}), ...changes };
    for (const [path, intent] of [
      [`${list}/${id}`, "save"],
      [list, "write"],
    ] as const) {
      if (path === list && (Object.keys(changes).length === 0 || "version" in changes)) continue;
      const page =
        path === list
          ? await eve.submit(list, { intent, reason, ...typed })
          : await send(id, intent, { ...typed, ...changes });
      expect([page.status, changes, page.text.includes(sentence)]).toEqual([status, changes, true]);
      expect(page.html.replaceAll("\r", "")).toContain(typed.text.replaceAll("\r", "").trim());
    }
  }
  expect(await rowOf(id)).toMatchObject({ subject: texts.subject, version: 1 });
  const page = await send(id, "save", { ...texts, text: "Theirs", version: 7 });
  expect(page.text).toContain("Stored now. Saving replaces it.");
});

it("Changed Terms are not sent or continued once their date is too near", async () => {
  const id = await draft({ kind: "terms", effective: inDays(31) });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * day });
  await eve.beginSession({ aal: "aal2", role: "operator" });
  expect((await eve.get(`${list}/${id}?confirm=send`)).text).toContain("at least 30 days ahead");
  const refused = await send(id, "send");
  expect([refused.status, refused.text.includes("at least 30 days ahead")]).toEqual([409, true]);
  await db
    .update(announcements)
    .set({ state: "stopped", startedAt: 1, lastNumber: 1 })
    .where(eq(announcements.id, id));
  const late = await send(id, "resume");
  expect([late.status, late.text.includes("It can no longer be continued")]).toEqual([409, true]);
  expect((await rowOf(id)).state).toBe("stopped");
  const page = await eve.get(`${list}/${id}`);
  expect(page.text).toContain("Write a new announcement with a later date");
  expect(page.links).not.toContain(`${list}/${id}?confirm=resume`);
  vi.useRealTimers();
  await eve.beginSession({ aal: "aal2", role: "operator" });
});

it("The page of an announcement that is being sent says when its emails have become too late for its date", async () => {
  for (const [kind, days, late] of [
    ["terms", 29, "Emails written now arrive less than 30 days before it takes effect"],
    ["privacy", 13, "Emails written now arrive less than 14 days before it takes effect"],
    ["news", -1, "Emails written now name a day that has passed"],
  ] as const) {
    const effective = inDays({ terms: 31, privacy: 15, news: 1 }[kind]);
    const id = await draft({ kind, effective });
    expect((await send(id, "send")).status).toBe(303);
    const page = await eve.get(`${list}/${id}`);
    expect([page.text.includes(late), page.text.includes("arrive less than")]).toEqual([false, false]);
    await db
      .update(announcements)
      .set({ effectiveAt: Date.parse(inDays(days)) })
      .where(eq(announcements.id, id));
    expect((await eve.get(`${list}/${id}`)).text).toContain(`${late}. You can stop it`);
    await send(id, "stop");
    expect((await eve.get(`${list}/${id}`)).text).not.toContain(late);
  }
});

it("Pressing a button twice writes, saves, sends or deletes only once; a deleted draft is gone", async () => {
  const chosen = crypto.randomUUID();
  expect([await draft({ id: chosen }), await draft({ id: chosen })]).toEqual([chosen, chosen]);
  expect(await draft({ id: chosen, text: "Another text" })).not.toBe(chosen);
  const change = { ...texts, subject: "Changed", version: 1 };
  for (let i = 0; i < 2; i++) expect((await send(chosen, "save", change)).status).toBe(303);
  for (let i = 0; i < 2; i++) expect((await send(chosen, "send", { version: 2 })).status).toBe(303);
  expect(await actionsOf(chosen)).toEqual(["write-announcement", "edit-announcement", "send-announcement"]);
  await db.update(announcements).set({ state: "done" }).where(eq(announcements.id, chosen));

  const other = await draft();
  for (let i = 0; i < 2; i++) {
    const page = await eve.submit(`${list}/${other}`, { intent: "delete", version: 1, reason });
    expect([page.status, page.location]).toEqual([303, list]);
  }
  expect(await actionsOf(other)).toEqual(["write-announcement", "delete-announcement"]);
  const never = `${list}/${crypto.randomUUID()}`;
  expect((await eve.submit(never, { intent: "delete", version: 1, reason })).status).toBe(404);
  expect((await eve.get(`${list}/${other}`)).status).toBe(404);
  const gone = await eve.submit(`${list}/${other}`, { intent: "save", ...texts, version: 1, reason });
  expect([gone.status, gone.text.includes("Second.")]).toEqual([404, true]);
});

it("If two operators delete a draft at the same time, both are told that it is gone, and the log has one row", async () => {
  const id = await draft();
  const { ann: ida } = await operator();
  const before = [eve.send, ida.send] as const;
  eve.send = ida.send = racing(2, 'insert into "audit_log"');
  const fields = { intent: "delete", version: 1, reason };
  const pages = await Promise.all([eve, ida].map((by) => by.submit(`${list}/${id}`, fields)));
  [eve.send, ida.send] = before;
  expect(pages.map(({ status, location }) => [status, location])).toEqual([
    [303, list],
    [303, list],
  ]);
  expect(await actionsOf(id)).toEqual(["write-announcement", "delete-announcement"]);
});

it("The preview is the email itself with what is typed, finished or not; it stores nothing and runs no script", async () => {
  const id = await draft();
  const typed = { kind: "terms", subject: "New Terms", text: "<b>One</b>\n\nTwo", effective: "2031-02-01" };
  for (const at of [id, "new"]) {
    const page = await eve.submit(`${list}/${at}/preview`, { intent: "save", ...typed, reason: "" });
    expect(page.status).toBe(200);
    expect(page.html).toContain("<title>New Terms</title>");
    expect(page.html).toContain("&lt;b&gt;One&lt;/b&gt;");
    expect(page.html).toContain("The new Terms take effect on 1 Feb 2031.");
    expect(page.html).toContain("because it is about your account");
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'/,
    );
  }
  expect((await eve.submit(`${list}/${id}/preview`, { intent: "save" })).status).toBe(200);
  expect((await rowOf(id)).subject).toBe(texts.subject);
  expect((await eve.get(`${list}/${id}/preview`)).location).toBe(`${list}/${id}`);
  expect((await eve.get(`${list}/new/preview`)).location).toBe(list);
});

it("An operator can send 10 tests of a kind per hour, and is told if one was not sent", async () => {
  const { ann: dan } = await operator();
  const id = await draft();
  const { version } = await rowOf(id);
  const test = () => dan.submit(`${list}/${id}`, { intent: "test", version, reason });
  await db.run(sql`insert into outbox (id, kind, user_id, created_at, due_at, attempts, sent_at)
    select 'test-' || value, 'announcement', ${dan.id}, ${Date.now()}, 1, 1, 1 from json_each('[1,2,3,4,5,6,7,8,9]')`);
  expect((await test()).status).toBe(303);
  const over = await test();
  expect([over.status, over.text.includes("10 tests an hour")]).toEqual([429, true]);
});

it("The list of announcements reads one page, however many there are", async () => {
  const author = await person(db);
  await db.run(sql`insert into announcements (id, kind, subject, text, state, version, operator_id, created_at)
    select 'many-' || value, 'news', 'Number ' || value, 'Text', 'draft', 1, ${author.id}, 1 from
      (with recursive n(value) as (select 1 union all select value + 1 from n where value < 60) select value from n)`);
  const first = await eve.get(list);
  expect(first.text).toContain("Number 60");
  expect(first.text).not.toContain("Number 10 ");
  const next = first.links.find((link) => link.startsWith(`${list}?after=`)) ?? "";
  expect((await eve.get(next)).text).toContain("Number 10");
});
