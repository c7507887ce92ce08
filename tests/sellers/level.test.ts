import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import {
  type LevelFigures,
  levelFor,
  levels,
  needsFor,
  nextLevel,
  shownFigures,
} from "#app/sellers/level.ts";

/** Figures that just reach a row of the table, except for the changes. */
function figures(level: (typeof levels)[number], changes: Partial<LevelFigures> = {}): LevelFigures {
  return {
    completed: level.completed,
    ratings: 100,
    ratingSum: Math.round(100 * level.rating),
    onTime: Math.round(100 * level.onTime),
    late: 100 - Math.round(100 * level.onTime),
    ...changes,
  };
}

// Help: "Levels are computed every day from three numbers: completed orders, average rating and the share of
// orders delivered on time." "No one can buy a level"
test("Each level needs all three numbers of its row in the table", () => {
  for (const [i, level] of levels.entries()) {
    expect(levelFor(figures(level))).toBe(level.name);
    const below = levels[i - 1];
    if (!below) continue;
    const { completed, ratingSum, onTime, late } = figures(level);
    const misses = [
      { completed: completed - 1 },
      { ratingSum: ratingSum - 1 },
      { onTime: onTime - 1, late: late + 1 },
    ];
    for (const miss of misses) {
      const missed = figures(level, miss);
      expect(levels.findIndex(({ name }) => name === levelFor(missed))).toBeLessThan(i);
      expect(needsFor(below.name, missed)).toMatchObject({ next: level.name });
    }
  }
});

// Help: "Everyone starts as Rising Talent."
test("Without reviews or orders that count, a seller stays on the first level", () => {
  const top = levels[3];
  expect(levelFor(figures(top, { ratings: 0, ratingSum: 0 }))).toBe("Rising Talent");
  expect(levelFor(figures(top, { onTime: 0, late: 0 }))).toBe("Rising Talent");
});

// Help: "you don't lose one in a bad week"
test("A level rises immediately, and falls only on the 30th day below it", () => {
  const [, one, , top] = levels;
  const begun = 1_000 * day;
  expect(nextLevel({ level: null, belowSince: null }, figures(top), begun).level).toBe("Top Rated");
  const held = nextLevel({ level: "Top Rated", belowSince: null }, figures(one), begun);
  expect(held).toEqual({ level: "Top Rated", belowSince: begun });
  expect(nextLevel(held, figures(one), begun + 29 * day)).toEqual(held);
  expect(nextLevel(held, figures(one), begun + 30 * day)).toEqual({ level: "Level 1", belowSince: null });
  // A good day in between begins the 30 days again.
  const risen = nextLevel(held, figures(top), begun + 20 * day);
  expect(risen).toEqual({ level: "Top Rated", belowSince: null });
  expect(nextLevel(risen, figures(one), begun + 31 * day).level).toBe("Top Rated");
});

// Help: "Your dashboard shows your numbers and what would move you up."
test("The requirements for the next level name only the numbers that are missing", () => {
  const [, one, two, top] = levels;
  expect(needsFor("Level 1", figures(one))).toEqual({
    next: "Level 2",
    needs: ["5 more completed orders", "an average rating of 4.4", "90% of orders on time"],
  });
  expect(needsFor("Level 1", figures(two, { completed: 19 }))?.needs).toEqual(["1 more completed order"]);
  expect(needsFor("Top Rated", figures(top))).toBeNull();
});

test("Rating and share on time are shown rounded down, so that neither looks like one that a level asks for", () => {
  const shown = (changes: Partial<LevelFigures>) => shownFigures(figures(levels[2], changes));
  expect(shown({})).toEqual({ rating: "4.40", onTime: "90%" });
  expect(shown({ ratings: 250, ratingSum: 1099 }).rating).toBe("4.39");
  expect(shown({ onTime: 899, late: 101 }).onTime).toBe("89%");
  // As a fraction these are just below the hundredth.
  expect(shown({ ratingSum: 435 }).rating).toBe("4.35");
  expect(shown({ onTime: 29, late: 71 }).onTime).toBe("29%");
  expect(shown({ ratings: 0, ratingSum: 0, onTime: 0, late: 0 })).toEqual({ rating: "–", onTime: "–" });
});
