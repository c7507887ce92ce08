import { expect, it } from "vitest";
import { gig } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

/** The sources of the home page's film: each file with its media query. */
async function sources(
  cookies: Record<string, string>,
  headers: HeadersInit = {},
): Promise<[string, string][]> {
  const ann = visitor.signedOut();
  for (const [name, value] of Object.entries(cookies)) ann.setCookie(name, value);
  const { html } = await ann.get("/", headers);
  const film = /<video[\s\S]*?<\/video>/.exec(html)?.[0] ?? "";
  return [...film.matchAll(/<source media="([^"]*)" src="([^"]*)"/g)].map((m) => [m[2] ?? "", m[1] ?? ""]);
}

const moving = "(min-width:768px) and (prefers-reduced-motion:no-preference)";

it("The hero has a looping background video that is muted, plays automatically and inline, and is hidden from screen readers", async () => {
  const { html } = await visitor.signedOut().get("/");
  const tag = /<video[^>]*>/.exec(html)?.[0] ?? "";
  for (const attribute of ["autoplay", "muted", "loop", "playsinline"]) {
    expect(tag.toLowerCase()).toContain(` ${attribute}=""`);
  }
  expect(tag).toContain('aria-hidden="true"');
  expect(html).toContain('alt="Paper-cut hands shaping a turning clay pot"');
});

it("Only wide screens that allow motion get the film; the system's theme chooses between light and dark", async () => {
  expect(await sources({})).toEqual([
    ["/hero-dark.webm", `${moving} and (prefers-color-scheme:dark)`],
    ["/hero-dark.mp4", `${moving} and (prefers-color-scheme:dark)`],
    ["/hero.webm", moving],
    ["/hero.mp4", moving],
  ]);
});

it("The chosen theme selects the film, whatever the system's theme", async () => {
  expect(await sources({ theme: "dark" })).toEqual([
    ["/hero-dark.webm", moving],
    ["/hero-dark.mp4", moving],
  ]);
  expect(await sources({ theme: "light" })).toEqual([
    ["/hero.webm", moving],
    ["/hero.mp4", moving],
  ]);
});

it("A slow connection gets the small still image instead of the film, and the rest of the page", async () => {
  for (const speed of ["slow-2g", "2g", "3g"]) {
    expect(await sources({}, { ECT: speed })).toEqual([]);
    const { html, text } = await visitor.passingBy().get("/", { ECT: speed });
    expect(text).not.toContain("Pause video");
    expect(html).toContain('type="text/boot"');
    expect(html).not.toContain("data-lite");
  }
  for (const speed of ["4g", "", "5g"]) expect(await sources({}, { ECT: speed })).toHaveLength(4);
});

it("The browser is asked for the speed of its connection", async () => {
  for (const path of ["/", "/sign-in", "/no/such/page"])
    expect((await visitor.passingBy().get(path)).headers.get("Accept-CH")).toBe("ECT");
});

it("Lite has no film and no pause button", async () => {
  expect(await sources({ lite: "1" })).toEqual([]);
  expect(await sources({}, { "Save-Data": "on" })).toEqual([]);
  const ann = visitor.signedOut();
  expect((await ann.get("/")).text).toContain("Pause video");
  ann.setCookie("lite", "1");
  const { html, text } = await ann.get("/");
  expect(html).not.toContain("<video");
  expect(text).not.toContain("Pause video");
  expect(html).toContain("/hero-small.webp");
});

it("In Lite only a screen that would enlarge the small still image gets the large one", async () => {
  const ann = visitor.signedOut();
  const pages = [await ann.get("/", { "Save-Data": "on" }), await ann.get("/", { ECT: "3g" })];
  for (const { html } of pages) {
    const [large] = html.match(/<source[^>]*hero-poster\.webp[^>]*>/) ?? [];
    expect(large).toContain("(min-width:1200px)");
    for (const [tag] of html.matchAll(/<source[^>]*hero[^>]*>/g))
      expect(tag).not.toContain("(min-width:768px)");
  }
});

it("In Lite and on a slow connection every picture is the smallest, without srcset", async () => {
  await gig(db, { imageUrl: "/images/some-key" });
  const pictures = async (headers: Record<string, string>) =>
    ((await visitor.signedOut().get("/", headers)).html.match(/<img[^>]*>/g) ?? []).filter((tag) =>
      tag.includes("/images/"),
    );
  for (const picture of await pictures({})) expect(picture).toContain("w=640");
  const asking: Record<string, string>[] = [{ "Save-Data": "on" }, { ECT: "3g" }];
  for (const headers of asking) {
    const small = await pictures(headers);
    expect(small.length).toBeGreaterThan(0);
    for (const picture of small) {
      expect(picture).toContain("w=320");
      expect(picture).not.toMatch(/w=640|srcset|sizes/i);
    }
  }
});
