import { expect, it } from "vitest";
import { type Page, visitor } from "../support/visitor.ts";

/** The values of the footer's pressed buttons with this name. */
function pressed(page: Page): string[] {
  return [...page.html.matchAll(/<button[^>]*name="theme"[^>]*>/g)]
    .map(([button]) => button)
    .filter((button) => button.includes('aria-pressed="true"'))
    .map((button) => /value="(\w+)"/.exec(button)?.[1] ?? "");
}

/** The document's first tag, which decides the first paint. */
function documentTag(page: Page): string {
  return /<html[^>]*>/.exec(page.html)?.[0] ?? "";
}

function liteSwitch(page: Page): string {
  return /<button[^>]*role="switch"[^>]*>/.exec(page.html)?.[0] ?? "";
}

it("Theme and Lite are a plain POST form in the footer, also on error screens", async () => {
  for (const path of ["/search?q=logo&sort=price-low", "/no/such/page?a=1&b=2"]) {
    const page = await visitor.signedOut().get(path);
    const form = /<form[^>]*action="\/preferences"[^>]*>/.exec(page.html)?.[0] ?? "";
    expect(form).toContain('method="post"');
    expect(form).toContain('id="theme"');
    expect(page.field("redirectTo")).toBe(path);
  }
});

it("A chosen theme is stored for a year, and the form returns to the page, which has the theme immediately", async () => {
  const ann = visitor.signedOut();
  expect(pressed(await ann.get("/search"))).toEqual(["system"]);
  for (const theme of ["light", "dark"]) {
    const answer = await ann.submit("/preferences", { theme, redirectTo: "/search?q=logo&page=2" });
    expect([answer.status, answer.location]).toEqual([303, "/search?q=logo&page=2#theme"]);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("theme="));
    expect(cookie).toBe(`theme=${theme}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`);
    const page = await ann.get("/search");
    expect(documentTag(page)).toContain(`data-theme="${theme}"`);
    expect(page.html).toContain(`<meta name="color-scheme" content="${theme}"`);
    expect(pressed(page)).toEqual([theme]);
  }
  await ann.submit("/preferences", { theme: "system", redirectTo: "/" });
  expect(ann.cookie("theme")).toBeUndefined();
  const page = await ann.get("/search");
  expect(documentTag(page)).not.toContain("data-theme");
  expect(pressed(page)).toEqual(["system"]);
});

it("Lite is switched on and off in the footer, and the switch shows its state", async () => {
  const ann = visitor.signedOut();
  const off = await ann.get("/");
  expect(liteSwitch(off)).toMatch(/value="1".*aria-checked="false"/);
  expect(off.text).toContain("Lite · no video, no scripts");

  const answer = await ann.submit("/preferences", { lite: 1, redirectTo: "/" });
  expect([answer.status, answer.location, ann.cookie("lite")]).toEqual([303, "/#theme", "1"]);
  const on = await ann.get("/");
  expect(documentTag(on)).toContain("data-lite");
  expect(liteSwitch(on)).toMatch(/value="0".*aria-checked="true"/);
  expect(on.html).not.toMatch(/<script[^>]*src=/);

  await ann.submit("/preferences", { lite: 0, redirectTo: "/" });
  expect(ann.cookie("lite")).toBeUndefined();
  expect(liteSwitch(await ann.get("/"))).toContain('aria-checked="false"');
});

it("A browser with Save-Data gets Lite with the reason, and switching it off overrides Save-Data", async () => {
  const saving = { "Save-Data": "on" };
  const ann = visitor.signedOut();
  const asked = await ann.get("/", saving);
  expect(liteSwitch(asked)).toContain('aria-checked="true"');
  expect(asked.text).toContain("Your browser asks to save data");
  expect((await ann.get("/")).text).not.toContain("Your browser asks to save data");

  await ann.submit("/preferences", { lite: 0, redirectTo: "/" }, saving);
  expect(ann.cookie("lite")).toBe("0");
  const off = await ann.get("/", saving);
  expect(liteSwitch(off)).toContain('aria-checked="false"');
  expect(documentTag(off)).not.toContain("data-lite");
  expect(off.text).not.toContain("Your browser asks to save data");
});

it("An unknown value changes nothing, and the form still returns to the page", async () => {
  const ann = visitor.passingBy();
  ann.setCookie("theme", "dark");
  ann.setCookie("lite", "1");
  for (const fields of [{ theme: "pink" }, { lite: "yes" }, {}]) {
    const answer = await ann.submit("/preferences", { ...fields, redirectTo: "/search" });
    expect([answer.status, answer.location]).toEqual([303, "/search#theme"]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  ann.setCookie("theme", "pink");
  expect(documentTag(await ann.get("/"))).not.toContain("data-theme");
});

it("The form returns only to paths of this origin", async () => {
  for (const redirectTo of ["https://evil.example/", "//evil.example", "/\\evil.example", undefined]) {
    const answer = await visitor.signedOut().submit("/preferences", { theme: "dark", redirectTo });
    expect([answer.status, answer.location]).toEqual([303, "/#theme"]);
  }
});

it("There is no page at /preferences", async () => {
  const page = await visitor.signedOut().get("/preferences");
  expect([page.status, page.title]).toEqual([404, "404 | Handiwork"]);
  expect(page.field("redirectTo")).toBe("/preferences");
});
