import { day } from "#app/lib/dates.ts";

/**
 * The levels, lowest first, with their requirements (docs/specification.md#seller-levels). The seller
 * dashboard, the help text and the scheduled work all read this table.
 */
export const levels = [
  { name: "Rising Talent", completed: 0, rating: 0, onTime: 0 },
  { name: "Level 1", completed: 15, rating: 4.0, onTime: 0.8 },
  { name: "Level 2", completed: 20, rating: 4.4, onTime: 0.9 },
  { name: "Top Rated", completed: 25, rating: 4.6, onTime: 0.95 },
] as const;

export type LevelName = (typeof levels)[number]["name"];

/** The window in which ratings and deliveries count, in days. */
export const levelWindow = 365;

/** With fewer reviews than this in the window, all reviews count. */
export const minRatings = 5;

/** How long a seller keeps a level after the table gives a lower one, in ms. */
export const grace = 30 * day;

/**
 * The figures that determine a level. `ratings` and `ratingSum`: the ratings that count. `onTime` and `late`:
 * deliveries in the window.
 */
export type LevelFigures = {
  completed: number;
  ratings: number;
  ratingSum: number;
  onTime: number;
  late: number;
};

/** The average of the ratings that count; null without a review. */
function averageOf({ ratings, ratingSum }: LevelFigures): number | null {
  return ratings === 0 ? null : ratingSum / ratings;
}

/** The share of orders on time, from 0 to 1; null without an order that counts. */
function onTimeShareOf({ onTime, late }: LevelFigures): number | null {
  return onTime + late === 0 ? null : onTime / (onTime + late);
}

/** Rating and share on time for the seller, rounded down: 4.396 must not look like the 4.4 of a level. */
export function shownFigures({ ratings, ratingSum, onTime, late }: LevelFigures) {
  // In this order, because 0.29 * 100 is below 29.
  const hundredths = (part: number, whole: number) => Math.floor((part * 100) / whole);
  const delivered = onTime + late;
  return {
    rating: ratings === 0 ? "–" : (hundredths(ratingSum, ratings) / 100).toFixed(2),
    onTime: delivered === 0 ? "–" : `${hundredths(onTime, delivered)}%`,
  };
}

function rankOf(name: string | null): number {
  return Math.max(
    0,
    levels.findIndex((level) => level.name === name),
  );
}

/** The highest level whose three conditions are met. */
export function levelFor(figures: LevelFigures): LevelName {
  const met = levels.findLast(
    (level) =>
      figures.completed >= level.completed &&
      (averageOf(figures) ?? 0) >= level.rating &&
      (onTimeShareOf(figures) ?? 0) >= level.onTime,
  );
  return (met ?? levels[0]).name;
}

/** A seller's level, and since when the table gives a lower one, UTC ms; null: it does not. */
export type HeldLevel = { level: string | null; belowSince: number | null };

/**
 * The level after a comparison: up immediately, down once the table has given a lower one for 30 days.
 * @param at UTC ms
 */
export function nextLevel(
  held: HeldLevel,
  figures: LevelFigures,
  at: number,
): HeldLevel & { level: LevelName } {
  const earned = levelFor(figures);
  const current = levels[rankOf(held.level)] ?? levels[0];
  if (rankOf(earned) >= rankOf(current.name)) return { level: earned, belowSince: null };
  const belowSince = held.belowSince ?? at;
  return at - belowSince >= grace ? { level: earned, belowSince: null } : { level: current.name, belowSince };
}

/**
 * What a seller needs for the next level: one sentence for each figure that is too low; empty at the top.
 * @param level the seller's
 */
export function needsFor(
  level: string | null,
  figures: LevelFigures,
): { next: LevelName; needs: string[] } | null {
  const next = levels[rankOf(level) + 1];
  if (!next) return null;
  const missing = next.completed - figures.completed;
  const average = averageOf(figures);
  const share = onTimeShareOf(figures);
  const needs = [
    missing > 0 ? `${missing} more completed ${missing === 1 ? "order" : "orders"}` : null,
    (average ?? 0) < next.rating ? `an average rating of ${next.rating.toFixed(1)}` : null,
    (share ?? 0) < next.onTime ? `${Math.round(next.onTime * 100)}% of orders on time` : null,
  ];
  return { next: next.name, needs: needs.filter((sentence) => sentence !== null) };
}
