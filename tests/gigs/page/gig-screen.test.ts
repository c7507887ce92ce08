import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";

it("shows a gig with its three packages, each with its own button and price", async () => {
  const seller = await person(db, { username: "amara" });
  const cat = await category(db, "Design", ["Logos"]);
  const service = await gig(db, {
    title: "A mark",
    priceCents: 3500,
    sellerId: seller.id,
    categoryId: cat.id,
    subcategoryId: cat.subcategories[0]?.id,
  });
  const page = await visitor.signedOut().get(`/services/s/${service.slug}`);
  expect(page.status).toBe(200);
  expect(page.title).toBe("A mark | Handiwork");
  for (const price of ["Order Now ($35)", "Order Now ($53)", "Order Now ($70)"])
    expect(page.text).toContain(price);
  expect(page.html).toMatch(/<button[^>]*name="shownPrice" value="5300"/);
  expect(page.links).toEqual(
    expect.arrayContaining(["/", "/categories/design", "/categories/design/logos-design"]),
  );
  expect(page.text).toContain("amara");
  expect(page.text).toContain("What you'll get");
  expect(page.text).toContain("Secure Transaction");
  expect(page.text).toContain("No images available");
  expect(page.field("token")).toBeUndefined();
});

it("opens with the package and the text of its address", async () => {
  const service = await gig(db);
  const page = await visitor
    .signedOut()
    .get(`/services/s/${service.slug}?package=pro&requirements=${encodeURIComponent("<b>5 & 6</b>")}`);
  expect(page.html).toMatch(/id="p-pro"[^>]*checked/);
  expect(page.html).not.toMatch(/id="p-starter"[^>]*checked/);
  expect(page.field("requirements")).toBe("<b>5 & 6</b>");
});

it("gives a viewer's form the same token until the gig is bought, so that two tabs lead to one order", async () => {
  const service = await gig(db);
  const ann = await visitor.signedIn();
  const tokens = [
    await ann.get(`/services/s/${service.slug}`),
    await ann.get(`/services/s/${service.slug}`),
  ].map((page) => page.field("token"));
  expect(tokens[0]).toMatch(/^[\w-]{22}$/);
  expect(tokens[1]).toBe(tokens[0]);
});

it("tells a seller why the button is missing", async () => {
  const bob = await visitor.signedIn();
  const page = await bob.get(`/services/s/${(await gig(db, { sellerId: bob.id })).slug}`);
  expect(page.text).toContain("You cannot purchase your own service");
  expect(page.text).not.toContain("Order Now");
  expect(page.text).not.toContain("Message seller");
});

it("leads from the id to the slug route, with what the address asks for", async () => {
  const service = await gig(db);
  const page = await visitor.signedOut().get(`/services/${service.id}?package=elite`);
  expect([page.status, page.location]).toEqual([301, `/services/s/${service.slug}?package=elite`]);
});

it("is also at its seller's address, whose canonical is the slug route; not at anybody else's", async () => {
  const seller = await person(db);
  await person(db, { username: "somebody" });
  const service = await gig(db, { sellerId: seller.id });
  const page = await visitor.signedOut().get(`/@${seller.username.toUpperCase()}/${service.slug}`);
  expect(page.status).toBe(200);
  expect(page.html).toContain(
    `<link rel="canonical" href="http://127.0.0.1:8787/services/s/${service.slug}"`,
  );
  const other = await visitor.signedOut().get(`/@somebody/${service.slug}`);
  expect([other.status, other.title]).toEqual([404, "Service Not Found | Handiwork"]);
  const without = await visitor.signedOut().get(`/${seller.username}/${service.slug}`);
  expect([without.status, without.title]).toEqual([404, "404 | Handiwork"]);
});

it("says Service Not Found with what was asked for, escaped, for unknown and unlisted gigs", async () => {
  const hidden = await gig(db, { listed: false });
  for (const path of [
    "/services/s/%3Cscript%3Ealert(1)",
    `/services/s/${hidden.slug}`,
    `/services/${hidden.id}`,
    `/services/${crypto.randomUUID()}`,
  ]) {
    const page = await visitor.signedOut().get(path);
    expect([path, page.status, page.title]).toEqual([path, 404, "Service Not Found | Handiwork"]);
    expect(page.text).toContain(decodeURIComponent(path.split("/").at(-1) ?? ""));
    expect(page.text).toMatch(/Request: [0-9a-f-]{36}/);
    expect(page.html).not.toContain("<script>alert(1)");
    expect(page.links).toContain("/search");
  }
});

it("Service Not Found shows the beginning of what was asked for when that is long", async () => {
  for (const path of [`/services/s/${"%C3%BC".repeat(3000)}`, `/services/${"ü".repeat(3000)}`]) {
    const page = await visitor.signedOut().get(path);
    expect([page.status, page.title]).toEqual([404, "Service Not Found | Handiwork"]);
    expect(page.text).toMatch(/Asked for: ü{120}… Request/);
  }
});

it("answers 503 with a sentence and a way to try again when the gig cannot be read", async () => {
  expectErrorLog("main read failed");
  const ann = visitor.signedOut();
  ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"package_details"')) });
  const page = await ann.get("/services/s/anything?package=pro");
  expect(page.status).toBe(503);
  expect(page.text).toContain("Error fetching service: please try again");
  expect(page.links).toContain("/services/s/anything?package=pro");
  expect(page.text).not.toContain("D1_ERROR");
});
