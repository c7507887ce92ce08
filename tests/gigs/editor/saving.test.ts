import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hour } from "#app/lib/dates.ts";
import { drafts as parked, sessions } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { db, Visitor, visitor } from "../../support/visitor.ts";
import { draftOf, publish, wholeDraft, wholeTexts, writer } from "./writer.ts";

test("Text typed while the session ends is back in the form after signing in, but only for its seller", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description`;
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const page = await ann.submit(path, { description: "Typed too late", intent: "next" });
  expect(page.location).toContain("/sign-in?");
  const back = new URL(page.location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  expect(back).toMatch(/^\/services\/create\/[\w-]+\/description\?draft=/);
  const eve = await writer();
  eve.setCookie("draft", ann.cookie("draft") ?? "");
  expect((await eve.get(back)).status).toBe(404);
  await ann.beginSession();
  const again = await ann.get(back);
  expect(again.field("description")).toBe("Typed too late");
  expect(again.text).toContain("is not saved yet");
});

test("Text typed into the first step of a new gig is kept for an hour, for its author and no other user of the browser", async () => {
  const ann = await writer();
  const form = {
    draft: crypto.randomUUID(),
    isNew: "1",
    writer: ann.id,
    title: "Typed too late",
    intent: "next",
  };
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const page = await ann.submit("/services/create", form);
  const back = new URL(page.location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  const eve = await writer();
  eve.setCookie("draft", ann.cookie("draft") ?? "");
  expect((await eve.get(back)).field("title")).toBe("");
  await ann.beginSession();
  expect((await ann.get(back)).field("title")).toBe("Typed too late");
  const past = { expiresAt: sql`${parked.expiresAt} - ${hour}` };
  await db.update(parked).set(past).where(eq(parked.userId, ann.id));
  expect((await ann.get(back)).field("title")).toBe("");
});

test("Text that is saved after the draft was deleted in another window comes back", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description`;
  await ann.submit(`/services/create/${id}/delete`, { intent: "delete" });
  const page = await ann.submit(path, { description: "Typed & not lost", version: "0", intent: "next" });
  expect([page.status, page.field("description")]).toEqual([404, "Typed & not lost"]);
  expect(page.text).toContain("This draft was published or deleted in another window");
  expect((await ann.get(path)).text).toContain("Oops! Page not found");
});

test("Text of a step that is saved after the draft was published in another window comes back", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const typed = { description: "Typed & not lost", version: "0" };
  expect((await publish(ann, id)).status).toBe(303);
  const page = await ann.submit(`/services/create/${id}/description`, { ...typed, intent: "next" });
  expect([page.status, page.field("description")]).toEqual([404, typed.description]);
  expect(page.links).toContain("/dashboard/services");
});

test("A save by script is answered in JSON: saved, changed, signed out, gone or refused", async () => {
  const ann = await writer();
  const id = await draftOf(ann);
  const path = `/services/create/${id}/description/save`;
  const send = async (fields: Record<string, string>, who: Visitor = ann, at = path) => {
    const page = await who.submit(at, fields);
    return [page.status, JSON.parse(page.html)];
  };
  expect(await send({ description: "One", version: "0" })).toEqual([200, { state: "saved", version: 1 }]);
  expect(await send({ description: "Two", version: "0" })).toEqual([
    409,
    { state: "changed", version: 1, typed: { description: "One" } },
  ]);
  expect(await send({ description: "One", version: "0" })).toEqual([200, { state: "saved", version: 1 }]);
  expect(await send({ description: "x", "price[0]": "1" })).toMatchObject([400, { state: "refused" }]);
  expect(await send({ description: "x" }, await writer())).toEqual([404, { state: "gone" }]);
  expect(await send({ description: "x" }, ann, path.replace("description/", "price/"))).toEqual([
    404,
    { state: "gone" },
  ]);
  expect(await send({ description: "x" }, await Visitor.signedIn())).toMatchObject([
    403,
    { state: "refused" },
  ]);
  expect(await send({ description: "x" }, visitor.signedOut())).toEqual([401, { state: "signed out" }]);
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  expect(await send({ description: "x", version: "1" })).toEqual([401, { state: "signed out" }]);
  expect((await ann.get(path)).status).toBe(404);
});

test("A save reads at most 20 rows", async () => {
  const ann = await writer();
  const texts = await wholeTexts();
  const id = await draftOf(ann, texts.overview);
  const measured = measuredDatabase(env.DB);
  ann.send = productWith({ DB: measured.database });
  await ann.submit(`/services/create/${id}/packages/save`, { ...texts.packages, version: "0" });
  await ann.submit(`/services/create/${id}/packages/save`, { ...texts.packages, version: "1" });
  expect(measured.read() / 2).toBeLessThanOrEqual(20);
});

test("If the database fails while a step is saved, the typed text is kept", async () => {
  const ann = await writer();
  const form = { draft: crypto.randomUUID(), isNew: "1", writer: ann.id, title: "A sundial", intent: "next" };
  expectErrorLog("draft not saved");
  let reads = 0;
  const isFirstRead = (sql: string) => sql.includes('from "sellers"') && ++reads === 1;
  ann.send = productWith({ DB: faultyDatabase(env.DB, isFirstRead) });
  const page = await ann.submit("/services/create", form);
  expect([page.status, page.field("title")]).toEqual([503, "A sundial"]);
});
