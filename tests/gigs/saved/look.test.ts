import { expect, it } from "vitest";
import { isNews, lookAt } from "#app/gigs/saved/saved-news.ts";

// docs/specification.md#saved-news

const seen = (priceCents: number, available = true) => ({ priceCents, available });

it("A lower price is news once, a higher one is not, and the next look compares with the current price", () => {
  const fell = lookAt(seen(4000), seen(3000));
  expect([fell, isNews(fell)]).toEqual([
    { priceCents: 3000, available: true, wasCents: 4000, isBack: false },
    true,
  ]);
  expect(isNews(lookAt(fell, seen(3000)))).toBe(false);
  const rose = lookAt(fell, seen(5000));
  expect([rose.priceCents, isNews(rose)]).toEqual([5000, false]);
  expect(lookAt(rose, seen(4000)).wasCents).toBe(5000);
});

it("A gig that can't be ordered is not news; once it is back it is, with the earlier price if that was higher", () => {
  const gone = lookAt(seen(4000), seen(3000, false));
  expect([gone, isNews(gone)]).toEqual([
    { priceCents: 4000, available: false, wasCents: null, isBack: false },
    false,
  ]);
  expect(lookAt(gone, seen(4000))).toEqual({
    priceCents: 4000,
    available: true,
    wasCents: null,
    isBack: true,
  });
  expect(lookAt(gone, seen(3000))).toEqual({
    priceCents: 3000,
    available: true,
    wasCents: 4000,
    isBack: true,
  });
});
