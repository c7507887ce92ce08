import { expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import * as parked from "#app/parked/parked.server.ts";
import { drafts as rows } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { checkFault, get } from "../support/faults.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

/** Sends an order form without a session. @returns the return path that sign-in carries */
async function typeSignedOut(guest: Visitor, gigId: string, requirements: string): Promise<string> {
  const page = await guest.submit("/orders", { gigId, requirements });
  return (await guest.get(page.location ?? "")).field("redirectTo") ?? "";
}

it("The sign-in address has an id and none of the typed text", async () => {
  const { id, slug } = await gig(db);
  const guest = visitor.signedOut();
  const page = await guest.submit("/orders", { gigId: id, requirements: "My secret plan" });
  expect(page.location).not.toContain("secret");
  const back = (await guest.get(page.location ?? "")).field("redirectTo") ?? "";
  expect(back).toMatch(new RegExp(`^/services/s/${slug}\\?package=starter&draft=[\\w-]{36}$`));
  expect((await guest.get(back)).field("requirements")).toBe("My secret plan");
});

it("Another browser that knows the address does not see the text", async () => {
  const guest = visitor.signedOut();
  const back = await typeSignedOut(guest, (await gig(db)).id, "For my eyes");
  const other = visitor.signedOut();
  await typeSignedOut(other, (await gig(db)).id, "Another text");
  expect((await other.get(back)).html).not.toContain("For my eyes");
  expect((await visitor.passingBy().get(back)).html).not.toContain("For my eyes");
  expect((await (await visitor.signedIn()).get(back)).html).not.toContain("For my eyes");
});

it("If the text cannot be read, the page is a 503, not a form without it", async () => {
  const guest = visitor.signedOut();
  const back = await typeSignedOut(guest, (await gig(db)).id, "My secret plan");
  const fault = { what: "the text", fails: 'from "drafts"', log: "main read failed" };
  await checkFault({ ...fault, send: get(back), says: /Something went wrong.*Try Again/ }, guest);
  expect((await guest.get(back)).field("requirements")).toBe("My secret plan");
});

it("Two tabs of one browser keep one draft each", async () => {
  const guest = visitor.signedOut();
  const { id } = await gig(db);
  const first = await typeSignedOut(guest, id, "First tab");
  const second = await typeSignedOut(guest, id, "Second tab");
  expect((await guest.get(first)).field("requirements")).toBe("First tab");
  expect((await guest.get(second)).field("requirements")).toBe("Second tab");
});

it("A draft is kept for a day, like the verify link, and then deleted by the sweep", async () => {
  const guest = visitor.signedOut();
  await typeSignedOut(guest, (await gig(db)).id, "Too late");
  const [row] = (await db.select().from(rows)).toReversed();
  if (!row) throw new Error("No draft was saved");
  const key = guest.cookie("draft") ?? "";
  const find = (at: number) =>
    parked.findParked(
      { db, clock: { now: () => at }, draftKey: key, viewer: null, log: () => {} },
      new URLSearchParams({ draft: row.id }),
    );
  expect(await find(row.createdAt + day - 1)).toEqual({ requirements: "Too late" });
  expect(await find(row.createdAt + day)).toBeNull();
  expect(await parked.clear(db, row.createdAt + day)).toBeGreaterThan(0);
  expect((await db.select().from(rows)).map(({ id }) => id)).not.toContain(row.id);
});

it("One network address saves at most 60 drafts an hour; after that, the form is shown again", async () => {
  const guest = visitor.signedOut();
  const { id } = await gig(db);
  const before = (await db.select().from(rows)).length;
  await Promise.all(
    Array.from({ length: 65 }, () => guest.submit("/orders", { gigId: id, requirements: "x" })),
  );
  expect((await db.select().from(rows)).length - before).toBeLessThanOrEqual(60);
  const refused = await guest.submit("/orders", { gigId: id, requirements: "One more" });
  expect([refused.status, refused.field("requirements"), refused.field("gigId")]).toEqual([
    400,
    "One more",
    id,
  ]);
});
