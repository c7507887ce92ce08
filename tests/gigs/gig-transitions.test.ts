import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isVisibleTo, refusalToGigTransition, unavailableReason } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import * as schema from "#drizzle/schema.ts";
import { category, gig } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const eventsOf = async (gigId: string) =>
  (
    await db
      .select()
      .from(schema.gigEvents)
      .where(eq(schema.gigEvents.gigId, gigId))
      .orderBy(schema.gigEvents.number)
  ).map(({ seq, kind, actorId, at }) => [seq, kind, actorId, at]);

async function read(id: string) {
  const found = await gigs.find(db, { id });
  if (!found) throw new Error("There is no such gig");
  return found;
}

it("Only its seller may pause or resume a gig, and only from the right state", () => {
  const active = { sellerId: "bob", state: "active", listed: true } as const;
  const paused = { sellerId: "bob", state: "paused", listed: false } as const;
  const denied = { sellerId: "bob", state: "denied", listed: false } as const;
  expect(refusalToGigTransition("pause", active, "bob")).toBeNull();
  expect(refusalToGigTransition("resume", paused, "bob")).toBeNull();
  expect(refusalToGigTransition("pause", active, "ann")).toBe("Only the seller can pause a service");
  expect(refusalToGigTransition("resume", paused, "ann")).toBe("Only the seller can resume a service");
  expect(refusalToGigTransition("pause", paused, "bob")).toBe("This service has changed: it is now paused");
  expect(refusalToGigTransition("resume", active, "bob")).toBe("This service has changed: it is now active");
  // Pausing and resuming must not bring back a gig that was taken off the market.
  const off = { ...active, listed: false };
  expect(refusalToGigTransition("pause", off, "bob")).toBe("This service is no longer offered");
  expect(refusalToGigTransition("resume", off, "bob")).toBe("This service is no longer offered");
  for (const name of ["pause", "resume"] as const)
    expect(refusalToGigTransition(name, denied, "bob")).toBe("This service has changed: it is now denied");
});

it("Everyone sees a gig while it is listed or paused, otherwise only its seller and operators", () => {
  const of = (state: "active" | "paused" | "denied", listed = false) => ({ sellerId: "bob", state, listed });
  const people = [
    null,
    { id: "ann", roles: ["user" as const] },
    { id: "bob", roles: ["user" as const] },
    { id: "op", roles: ["user" as const, "operator" as const] },
  ];
  const see = (gig: ReturnType<typeof of>) => people.map((viewer) => isVisibleTo(viewer, gig));
  expect(see(of("active", true))).toEqual([true, true, true, true]);
  expect(see(of("paused"))).toEqual([true, true, true, true]);
  expect(see(of("denied"))).toEqual([false, false, true, true]);
  expect(see(of("active"))).toEqual([false, false, true, true]);
  expect(unavailableReason(of("active", true))).toBeNull();
});

it("A paused gig leaves listings, counts, related gigs, home, search and recently viewed, and returns when it is resumed", async () => {
  const pots = await category(db, "Movable pots", ["Movable jugs"]);
  const where = { categoryId: pots.id, subcategoryId: pots.subcategories[0]?.id };
  const beside = await gig(db, { title: "Wheel beside", ...where });
  const jug = await gig(db, { title: "Wheel thrown jug", priceCents: 100, ...where });
  const ann = visitor.signedOut();
  ann.setCookie("recent", jug.id);
  const paths = [
    "/",
    "/categories/movable-pots",
    `/categories/movable-pots/${pots.subcategories[0]?.slug}`,
    `/services/s/${beside.slug}`,
    "/search?q=wheel",
    "/search?q=wheel&sort=price-low",
    "/search?q=wh",
    "/search?sort=price-low&max=1",
    "/services/recent",
  ];
  const shownOn = async () => {
    const shown = [];
    for (const path of paths) if (titles(await ann.get(path)).includes("Wheel thrown jug")) shown.push(path);
    return shown;
  };
  const count = async () =>
    /All Movable pots Services \((\d+)\)/.exec((await ann.get("/categories/movable-pots")).text)?.[1];
  expect([await shownOn(), await count()]).toEqual([paths, "2"]);

  await db.batch(gigTransitions.paused(db, await read(jug.id), jug.sellerId, 1000));
  expect([await shownOn(), await count()]).toEqual([[], "1"]);
  expect(await read(jug.id)).toMatchObject({ state: "paused", listed: false, version: 2 });

  await db.batch(gigTransitions.resumed(db, await read(jug.id), jug.sellerId, 2000));
  expect([await shownOn(), await count()]).toEqual([paths, "2"]);
  expect(await eventsOf(jug.id)).toEqual([
    [2, "paused", jug.sellerId, 1000],
    [3, "resumed", jug.sellerId, 2000],
  ]);
});

it("A new price changes the order of search results, and a paused gig with a new price stays out of them", async () => {
  const cheap = await gig(db, { title: "Lyre one", priceCents: 1500 });
  await gig(db, { title: "Lyre two", priceCents: 2000 });
  const paused = await gig(db, { title: "Lyre three", state: "paused" });
  const find = async (sort: string, q = "lyre") =>
    titles(await visitor.signedOut().get(`/search?q=${q}&sort=${sort}`));
  expect(await find("price-low")).toEqual(["Lyre one", "Lyre two"]);

  for (const [{ id }, priceCents] of [
    [cheap, 9000],
    [paused, 100],
  ] as const)
    await db.update(schema.gigs).set({ priceCents }).where(eq(schema.gigs.id, id));
  expect(await find("price-low")).toEqual(["Lyre two", "Lyre one"]);
  expect(await find("price-high")).toEqual(["Lyre one", "Lyre two"]);
  expect(await find("price-low", "ly")).toEqual(["Lyre two", "Lyre one"]);
  expect((await find("newest")).toSorted()).toEqual(["Lyre one", "Lyre two"]);
});

it("Of twenty concurrent transitions one succeeds, and the others change nothing", async () => {
  const jar = await gig(db);
  const found = await read(jar.id);
  const batches = Array.from({ length: 20 }, (_, i) =>
    i % 2
      ? gigTransitions.paused(db, found, jar.sellerId, i)
      : gigTransitions.denied(db, found, "Not yours", jar.sellerId, i),
  );
  const results = await Promise.allSettled(batches.map((batch) => db.batch(batch)));
  const failures = results.filter((result) => result.status === "rejected");
  expect(failures).toHaveLength(19);
  for (const { reason } of failures) expect(gigTransitions.isLostRace(reason)).toBe(true);
  const events = await eventsOf(jar.id);
  expect(events).toEqual([[2, expect.anything(), jar.sellerId, expect.anything()]]);
  expect(await read(jar.id)).toMatchObject({ version: 2, state: events[0]?.[1], listed: false });
});

it("The database enforces the rules: a listed gig is active, states and kinds are known, events are append-only", async () => {
  const vase = await gig(db);
  const change = (fields: string) =>
    env.DB.prepare(`update gigs set ${fields} where id = ?`).bind(vase.id).run();
  await expect(change("state = 'paused'")).rejects.toThrow("gigs_listed");
  await expect(change("state = 'gone', listed = 0")).rejects.toThrow("FOREIGN KEY");
  await db.batch(gigTransitions.paused(db, await read(vase.id), vase.sellerId, 1000));
  await expect(change("listed = 1")).rejects.toThrow("gigs_listed");
  for (const statement of ["update gig_events set at = 0", "delete from gig_events"])
    await expect(env.DB.prepare(statement).run()).rejects.toThrow("gig_events is append-only");
  const event = { gigId: vase.id, seq: 3, kind: "sold", actorId: null, at: 1 };
  await expect(db.insert(schema.gigEvents).values(event)).rejects.toThrow();
});
