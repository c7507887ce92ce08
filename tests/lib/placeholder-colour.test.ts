import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import {
  placeholderColourLike,
  placeholderColourOf,
  placeholderColours,
} from "#app/lib/placeholder-colour.ts";
import { gig } from "../support/factories.ts";
import { db, origin, visitor } from "../support/visitor.ts";

it("There are 32 different colours, and each is closest to itself", () => {
  expect(new Set(placeholderColours).size).toBe(32);
  const classes = placeholderColours.map((color) =>
    placeholderColourLike([...color.slice(1)].map((sign) => Number.parseInt(sign + sign, 16))),
  );
  expect(classes.slice(0, 3)).toEqual(["g0", "g1", "g2"]);
  expect(new Set(classes).size).toBe(32);
  for (const name of classes) expect(placeholderColourOf(`/images/0123456789abcdef-${name}`)).toBe(name);
});

it("A colour gets the class of the closest placeholder colour", () => {
  // The backgrounds of the drawn covers, and a dark, a light and a blue photograph.
  expect(placeholderColourLike([0xf0, 0xe4, 0xcf])).toBe("g0");
  expect(placeholderColourLike([0x14, 0x5c, 0x59])).toBe("g1");
  expect(placeholderColours[Number.parseInt(placeholderColourLike([3, 5, 9]).slice(1), 10)]).toBe("#111");
  expect(placeholderColours[Number.parseInt(placeholderColourLike([250, 252, 255]).slice(1), 10)]).toBe(
    "#fff",
  );
  expect(placeholderColours[Number.parseInt(placeholderColourLike([90, 130, 180]).slice(1), 10)]).toBe(
    "#58b",
  );
});

it("A key without a class has no placeholder colour", () => {
  for (const key of ["placeholder-1", "3f2504e0-4f89-51d3-9a0c-0305e82c3301", "a-go", "a-g", "a-g100", "g1"])
    expect([key, placeholderColourOf(`/images/${key}`)]).toEqual([key, undefined]);
});

it("The stylesheet has a rule for each of the 32 colours", async () => {
  const { slug } = await gig(db, { imageUrl: "/images/0123456789abcdef-g31" });
  const page = await visitor.signedOut().get(`/services/s/${slug}`);
  const href = /href="([^"]*public[^"]*\.css)"/.exec(page.html)?.[1] ?? "";
  const css = await (await env.ASSETS.fetch(new URL(href, origin))).text();
  const rules = [...css.matchAll(/\.(\w+)\{background:(#[\da-f]{3})\}/g)];
  expect(rules.map(([, , color]) => color)).toEqual([...placeholderColours]);
  expect(rules.map(([, name]) => name)).toEqual(placeholderColours.map((_, i) => `g${i}`));
  expect(page.html).toContain('class="ph main g31"');
  expect(page.html).toContain(".g31{background:#86a}");
  // No other class has such a name: a placeholder colour was once the colour of every `.go` button.
  expect(css.match(/\.g\d/g)).toHaveLength(32);
});
