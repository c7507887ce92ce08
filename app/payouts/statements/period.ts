import { monthAndYear } from "#app/lib/dates.ts";

/** A month or a year of a statement, in UTC. `start` and `end` (exclusive): UTC ms. */
export type Period = {
  /** `2026-11` or `2026`, as in its address. */
  name: string;
  isYear: boolean;
  start: number;
  end: number;
  /** The first and the last month: `2026-11`. */
  firstMonth: string;
  lastMonth: string;
};

/**
 * The period of an address: `2026-11` or `2026`.
 * @param at UTC ms
 * @returns null if there is no such period, or it has not begun
 */
export function periodOf(name: string, at: number): Period | null {
  const [, year, month] = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(name) ?? [];
  if (year === undefined) return null;
  const start = Date.UTC(Number(year), month === undefined ? 0 : Number(month) - 1);
  const end = month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), Number(month), 1);
  if (start > at) return null;
  return {
    name,
    isYear: month === undefined,
    start,
    end,
    firstMonth: month === undefined ? `${year}-01` : name,
    lastMonth: month === undefined ? `${year}-12` : name,
  };
}

/** `November 2026`, or `2026`. */
export function periodTitle({ name, isYear, start }: Period): string {
  return isYear ? name : monthAndYear(start);
}
