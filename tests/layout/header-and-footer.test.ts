import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { places } from "#app/places.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { category, person } from "../support/factories.ts";
import { faultyDatabase, shopWith } from "../support/faulty.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";

// The menu is kept per isolate once it was read: the failure comes first.
it("without the categories the header says so, the log too, and the page stands", async () => {
  expectErrorLog("Could not load categories");
  const who = visitor.signedOut();
  who.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("subcategories")) });
  const page = await who.get("/no/such/page");
  expect(page.status).toBe(404);
  expect(page.text).toContain("Could not load categories");
});

it("any other path is the 404 screen with header and footer", async () => {
  const page = await visitor.signedOut().get("/no/such/page");
  expect(page.status).toBe(404);
  expect(page.title).toBe("404 | Handiwork");
  for (const words of ["404", "Oops! Page not found", "Return to Home", "Sign In", "Join"]) {
    expect(page.text).toContain(words);
  }
  expect(page.html).toContain("data-clear-redirect");
});

it("header and footer lead only to places that are built, and no column is empty", async () => {
  await category(db, "Aardvark portraits", ["Oil", "Pencil", "Chalk"]);
  const page = await visitor.signedOut().get("/no/such/page");
  const dead = places.filter(({ built }) => !built).map(({ path }): string => path);
  expect(page.links.filter((link) => dead.includes(link))).toEqual([]);
  expect(page.text).not.toContain("Support");
});

it("a viewer gets messages, orders and a menu with Sign out instead of Sign In", async () => {
  const zoe = new Visitor(await person(db, { fullName: "Zoe Quinn", username: "zoe" }));
  expect((await zoe.get("/no/such/page")).text).not.toContain("Sign out");
  const ann = await Visitor.signedIn({ fullName: "Ann Lee", username: "ann-lee" });
  const page = await ann.get("/no/such/page");
  for (const words of ["Account of ann-lee", "AN", "Dashboard", "Sign out"])
    expect(page.text).toContain(words);
  for (const link of ["/messages", "/orders", "/dashboard"]) expect(page.links).toContain(link);
  expect(page.text).not.toContain("Join");
});

it("the header's failure costs the name and the count, never the page", async () => {
  expectErrorLog("header failed");
  const ann = await visitor.signedIn();
  ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("avatar_url")) });
  const page = await ann.get("/no/such/page");
  expect(page.status).toBe(404);
  expect(page.text).toContain("Account of User");
});
