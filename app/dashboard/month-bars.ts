import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import { barsOf as barsOfValues } from "#app/lib/bars.ts";

/** The chart's own units: 12 bars in a width of 240, and 100 for the height of the longest bar. */
const step = 20;
const width = 14;
export const chart = { width: 12 * step, height: 100 };

/** A bar of the chart. `isLoss`: this month's returns exceed its earnings; the bar hangs below the line. */
export type Bar = { month: string; x: number; y: number; width: number; height: number; isLoss: boolean };

/** The bars of some months, and `base`: the position of the zero line. */
export function barsOf(months: EarnedMonth[]): { bars: Bar[]; base: number } {
  const cents = months.map((month) => month.cents);
  const { bars, base } = barsOfValues(cents, { step, width, height: chart.height });
  return {
    bars: bars.map(({ isBelow, ...bar }, i) => ({ month: months[i]?.month ?? "", ...bar, isLoss: isBelow })),
    base,
  };
}
