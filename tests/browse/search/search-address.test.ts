import { expect, it } from "vitest";
import { visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();

it.each([
  ["/search?q=+logo", "/search?q=logo"],
  ["/search?q=logo+", "/search?q=logo"],
  ["/search?q=%20%09logo%20design%C2%A0", "/search?q=logo+design"],
  [
    "/search?q=+logo+&sort=price-low&min=5&max=90&days=7&level=top-rated&level=level-2&rating=4&page=2",
    "/search?q=logo&sort=price-low&min=5&max=90&days=7&level=top-rated&level=level-2&rating=4&page=2",
  ],
  ["/search?q=+&sort=price-low", "/search?sort=price-low"],
  ["/search?q=+", "/search"],
  ["/search?q=%00logo", "/search?q=logo"],
])("The address of a search has no spaces around its text: %s redirects to %s", async (typed, trimmed) => {
  const moved = await ann.get(typed);
  expect([moved.status, moved.location]).toEqual([302, trimmed]);
});

it("A text without surrounding spaces is not redirected, and its canonical address is its own", async () => {
  for (const path of [
    "/search?q=logo",
    "/search?q=logo+design",
    "/search?q=logo%20design",
    "/search?q=100%25",
  ])
    expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
  // A form without scripts sends its empty fields.
  expect((await ann.get("/search?q=&sort=newest")).status).toBe(200);
  const { html } = await ann.get("/search?q=logo+design");
  expect(html).toMatch(/<link[^>]*rel="canonical"[^>]*href="[^"]*\/search\?q=logo\+design"/);
});

it("/search has only its own search box; every other page has one in the header and one in the menu", async () => {
  const boxes = async (path: string) => (await ann.get(path)).html.match(/<form[^>]*role="search"/g)?.length;
  expect(await boxes("/search?q=logo")).toBe(1);
  expect(await boxes("/search")).toBe(1);
  expect(await boxes("/categories")).toBe(2);
});
