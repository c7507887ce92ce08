import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectErrorLog } from "../support/error-log.ts";
import { category, gig } from "../support/factories.ts";
import { faultyDatabase, shopWith } from "../support/faulty.ts";
import { db, visitor } from "../support/visitor.ts";

it("says what an empty market lacks", async () => {
  const page = await visitor.signedOut().get("/");
  expect(page.status).toBe(200);
  expect(page.text).toContain("No categories found");
  expect(page.text).toContain("No featured services found");
});

it("shows categories by name but no file conversion, the 8 newest gigs, shortcuts and popular tiles", async () => {
  const cat = await category(db, "Weaving");
  await category(db, "Audio File Conversion");
  await category(db, "Baking");
  for (let i = 1; i <= 13; i++) await gig(db, { title: `Rug ${i}.`, categoryId: cat.id });
  const page = await visitor.signedOut().get("/");
  const main = page.html.slice(page.html.indexOf("<main"), page.html.indexOf("</main>"));
  expect([...main.matchAll(/href="\/categories\/([\w-]+)"/g)].map((match) => match[1])).toEqual([
    "baking",
    "weaving",
  ]);
  expect([...main.matchAll(/Rug (\d+)\./g)].map((match) => Number(match[1]))).toEqual([
    13, 12, 11, 10, 9, 8, 7, 6,
  ]);
  for (const link of [
    "/search?q=web+design",
    "/search?q=SEO",
    "/search",
    "/categories/digital-marketing/ads",
  ])
    expect(page.links).toContain(link);
  for (const heading of ["Most Popular Services", "Featured Services", "How it works"])
    expect(page.text).toContain(heading);
  expect(main).toMatch(/name="q"[^>]*required=""[^>]*pattern="\.\*\\S\.\*"/);
});

it("stands when its sections cannot be read", async () => {
  expectErrorLog("section read failed");
  const ann = visitor.signedOut();
  ann.door = shopWith({
    DB: faultyDatabase(env.DB, (sql) => sql.includes('from "gigs"') || sql.includes("file conversion")),
  });
  const page = await ann.get("/");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Could not load categories");
  expect(page.text).toContain("Failed to load featured services");
});
