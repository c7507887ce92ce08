import { expect, test } from "vitest";
import { workParts } from "#drizzle/schema.ts";
import { day, minute, pass, sweep } from "../../support/clock.ts";
import { db, visitor } from "../../support/visitor.ts";

const health = async () => {
  const { status, html } = await visitor.signedOut().get("/healthz");
  return [status, JSON.parse(html)];
};

/** A part last succeeded this long ago. */
async function succeeded(name: string, ms: number): Promise<void> {
  const succeededAt = Date.now() - ms;
  await db
    .insert(workParts)
    .values({ name, succeededAt })
    .onConflictDoUpdate({ target: workParts.name, set: { succeededAt } });
}

test("/healthz names the part of the scheduled work that has stopped, until it runs again", async () => {
  // A new database: nothing has run yet.
  expect(await health()).toEqual([200, { ok: true }]);
  await succeeded("sweep", 11 * minute);
  expect(await health()).toEqual([503, { ok: false, part: "sweep" }]);
  await sweep();
  expect(await health()).toEqual([200, { ok: true }]);
  await succeeded("mails", 9 * minute);
  await succeeded("pictures", 29 * minute);
  await succeeded("a kind of another build", day);
  expect(await health()).toEqual([200, { ok: true }]);
  await succeeded("pictures", 31 * minute);
  expect(await health()).toEqual([503, { ok: false, part: "pictures" }]);
  await succeeded("mails", 40 * minute);
  expect(await health()).toEqual([503, { ok: false, part: "mails" }]);
  await sweep();
  expect(await health()).toEqual([200, { ok: true }]);
});

test("Moving the local clock does not count as stopped work", async () => {
  await pass(day);
  expect(await health()).toEqual([200, { ok: true }]);
});
