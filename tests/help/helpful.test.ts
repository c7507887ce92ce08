import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { helpfulCounts, limits } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { db, visitor } from "../support/visitor.ts";

// docs/specification.md#helpful

const id = "when-do-i-get-paid";
const counts = async () => await db.select().from(helpfulCounts);

it("A vote is counted for its question, is linked to no user, and returns to the question", async () => {
  const ann = visitor.passingBy();
  ann.address = "198.51.100.77";
  const before = await ann.submit("/help/helpful", { yes: id, redirectTo: "/help?tab=sellers" });
  expect([before.status, before.location]).toEqual([303, `/help?tab=sellers&open=${id}#${id}`]);
  const page = await ann.get(`/help?tab=sellers&open=${id}`);
  expect(page.text).toContain("Thank you for telling us.");
  expect(page.html).toMatch(new RegExp(`<details open="">(?:(?!<details).)*<div id="${id}">`));

  await ann.submit("/help/helpful", { no: id, redirectTo: "/faq?q=paid" });
  await (await visitor.signedIn()).submit("/help/helpful", { no: id, redirectTo: "/faq" });
  expect(await counts()).toEqual([{ questionId: id, yes: 1, no: 2 }]);
  const keys = (await db.select().from(limits)).map(({ key }) => key);
  expect(keys.filter((key) => key.includes(id))).toEqual([]);
});

it("An unknown question counts nothing", async () => {
  const ann = visitor.passingBy();
  const before = await counts();
  for (const form of [{ yes: "nothing" }, {}, { no: "<b>" }]) {
    const page = await ann.submit("/help/helpful", { ...form, redirectTo: "//evil.example" });
    expect([page.status, page.location]).toEqual([303, "/faq"]);
  }
  expect((await ann.submit("/help/helpful", { other: "1" })).status).toBe(400);
  expect((await ann.get("/help/helpful")).status).toBe(404);
  expect(await counts()).toEqual(before);
});

it("One network counts at most 60 times in an hour", async () => {
  const ann = visitor.passingBy();
  ann.address = "198.51.100.78";
  const q = "how-do-revisions-work";
  for (let n = 0; n < 61; n++) await ann.submit("/help/helpful", { yes: q, redirectTo: "/faq" });
  expect((await counts()).find(({ questionId }) => questionId === q)?.yes).toBe(60);
  expect((await ann.get("/faq")).text).toContain(
    "Too many attempts. Please wait 60 minutes, then try again.",
  );
});

it("If it cannot be counted, the page says so", async () => {
  const ann = visitor.passingBy();
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("helpful_counts")) });
  expectErrorLog("helpful not counted");
  await ann.submit("/help/helpful", { yes: id, redirectTo: "/faq" });
  expect((await ann.get("/faq")).text).toContain("We couldn't count that. Please try again.");
});
