import { expect, it } from "vitest";
import { category, gig, person } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

const seller = await person(db);
const pottery = await category(db, "Pottery", ["Bowls"]);
const bowls = pottery.subcategories[0];
const made = [];
for (const name of ["One", "Two", "Three"])
  made.push(
    await gig(db, {
      title: `Bowl ${name}`,
      sellerId: seller.id,
      categoryId: pottery.id,
      subcategoryId: bowls?.id,
      imageUrl: `/images/${name}-g1`,
      furtherImages: [{ url: `/images/more-${name}-g2`, alt: "More" }],
    }),
  );
const service = `/services/s/${made[0]?.slug}`;
const screens = [
  "/",
  "/categories",
  `/categories/${pottery.slug}`,
  `/categories/${pottery.slug}/${bowls?.slug}`,
  "/search?q=bowl",
  service,
  `/services/recent?ids=${made.map(({ id }) => id).join(".")}`,
  "/sign-in",
];

const picturesOf = async (path: string, headers?: HeadersInit) =>
  (await visitor.signedOut().get(path, headers)).html.match(/<img [^>]*>/g) ?? [];

it.each(screens)("Every picture of %s has width and height, and all but one load lazily", async (path) => {
  const pictures = await picturesOf(path);
  if (!["/categories", "/sign-in"].includes(path)) expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+" /);
  const eager = pictures.filter((picture) => !picture.includes('loading="lazy"'));
  expect(eager).toHaveLength(pictures.length > 0 ? 1 : 0);
  for (const picture of eager) expect(picture).toContain('fetchpriority="high"');
});

it.each(screens)("Pictures of %s with several widths have `sizes`", async (path) => {
  for (const picture of await picturesOf(path)) {
    const offered = [...picture.matchAll(/[?;]w=(\d+) \1w/g)];
    expect([picture, /srcSet=/i.test(picture)]).toEqual([picture, offered.length > 1]);
    expect([picture, / sizes="\S/.test(picture)]).toEqual([picture, offered.length > 1]);
  }
});

it("A card offers 320 and 640, a gig's main picture also 960, and a thumbnail only 320", async () => {
  const widths = (picture = "") => [...picture.matchAll(/ (\d+)w/g)].map(([, width]) => width);
  const [card] = (await picturesOf("/search?q=bowl")).filter((picture) => picture.includes('class="ph'));
  expect(widths(card)).toEqual(["320", "640"]);
  const [main, , link] = (await picturesOf(service)).filter((picture) => picture.includes('class="ph'));
  expect(widths(main)).toEqual(["320", "640", "960"]);
  expect(link).toMatch(/src="\/images\/One-g1\?[^"]*w=320"/);
  expect(widths(link)).toEqual([]);
});

it.each(["/", "/search?q=bowl", service])(
  "in Lite and under Save-Data no picture of %s is wider than 320",
  async (path) => {
    const lite = visitor.signedOut();
    lite.setCookie("lite", "1");
    const shown = [
      ...((await lite.get(path)).html.match(/<img [^>]*>/g) ?? []),
      ...(await picturesOf(path, { "Save-Data": "on" })),
    ].filter((picture) => picture.includes("/images/"));
    expect(shown.length).toBeGreaterThan(1);
    for (const picture of shown) expect(picture).not.toMatch(/w=(640|960)|srcSet/i);
  },
);
