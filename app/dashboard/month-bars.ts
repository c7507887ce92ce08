import type { EarnedMonth } from "#app/ledger/earned-month.ts";

/** The chart's own units: 12 bars in a width of 240, and 100 for the height of the longest bar. */
const step = 20;
const width = 14;
export const chart = { width: 12 * step, height: 100 };

/** A bar of the chart. `isLoss`: this month's returns exceed its earnings; the bar hangs below the line. */
export type Bar = { month: string; x: number; y: number; width: number; height: number; isLoss: boolean };

/**
 * The bars of some months, and `base`: the position of the zero line. Without losses it is the bottom. A
 * month with any amount has a visible bar.
 */
export function barsOf(months: EarnedMonth[]): { bars: Bar[]; base: number } {
  const most = Math.max(0, ...months.map(({ cents }) => cents));
  const least = Math.min(0, ...months.map(({ cents }) => cents));
  const scale = most === least ? 0 : chart.height / (most - least);
  const base = most === least ? chart.height : round(most * scale);
  const bars = months.map(({ month, cents }, i) => {
    const height = cents === 0 ? 0 : Math.max(1, round(Math.abs(cents) * scale));
    const x = i * step + (step - width) / 2;
    return { month, x, y: cents > 0 ? round(base - height) : base, width, height, isLoss: cents < 0 };
  });
  return { bars, base };
}

/** To hundredths, which are precise enough and keep the page small. */
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
