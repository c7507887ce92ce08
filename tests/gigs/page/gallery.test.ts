import { expect, it } from "vitest";
import { gig } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";

const open = async (options: Parameters<typeof gig>[1]) =>
  await visitor.signedOut().get(`/services/s/${(await gig(db, options)).slug}`);

/** The pictures of the page's main part, without avatars. */
const pictures = (html: string) => html.match(/<img [^>]*class="ph[^>]*>/g) ?? [];

it("One picture from image_url, with the letter that replaces it if it fails", async () => {
  const page = await open({
    title: "öffentlich",
    imageUrl: "/images/cover-one",
    imageAlt: "A mark & a grid",
  });
  const [main, ...others] = pictures(page.html);
  expect(others).toEqual([]);
  expect(main).toContain('src="/images/cover-one?l=%C3%96&amp;w=320"');
  expect(main).toContain("/images/cover-one?l=%C3%96&amp;w=960 960w");
  expect(main).toContain('alt="A mark &amp; a grid"');
  expect(main).toMatch(/width="640" height="480"/);
  expect(main).toContain('fetchpriority="high"');
  expect(page.html).not.toContain('class="shots"');
});

it("A main picture and three more form a strip that the keyboard can reach, with a link to each", async () => {
  const furtherImages = ["two", "three", "four", "five"].map((n) => ({
    url: `/images/${n}`,
    alt: `Picture ${n}`,
  }));
  const page = await open({ imageUrl: "/images/one", furtherImages });
  const strip = /<div class="shots"[\s\S]*?<\/div>/.exec(page.html)?.[0] ?? "";
  expect(strip).toContain('tabindex="0"');
  expect(strip.match(/id="pic-\d"/g)).toEqual(['id="pic-1"', 'id="pic-2"', 'id="pic-3"', 'id="pic-4"']);
  expect(strip).toContain('alt="Picture four"');
  expect(strip.match(/loading="lazy"/g)).toHaveLength(3);
  for (const n of [1, 2, 3, 4]) {
    expect(page.links).toContain(`#pic-${n}`);
    expect(page.html).toContain(`alt="Show picture ${n}"`);
  }
  expect(page.html).not.toContain("/images/five");
});

it("A gig without pictures says 'No images available'", async () => {
  const page = await open({ imageUrl: null });
  expect(page.text).toContain("No images available");
  expect(pictures(page.html)).toEqual([]);
});
