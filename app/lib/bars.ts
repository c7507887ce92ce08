/** The units of a bar chart: how far apart the bars are, how wide one is, and the height of all of them. */
type BarSizes = { step: number; width: number; height: number };

/** `isBelow`: the value is negative; the bar hangs below the zero line. */
export type Bar = { x: number; y: number; width: number; height: number; isBelow: boolean };

/**
 * The bars of a chart, and `base`: the position of the zero line. Without negative values it is the bottom.
 * A value other than 0 has a visible bar.
 */
export function barsOf(
  values: number[],
  { step, width, height: full }: BarSizes,
): { bars: Bar[]; base: number } {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const scale = most === least ? 0 : full / (most - least);
  const base = most === least ? full : round(most * scale);
  const bars = values.map((value, i) => {
    const height = value === 0 ? 0 : Math.max(1, round(Math.abs(value) * scale));
    const x = i * step + (step - width) / 2;
    return { x, y: value > 0 ? round(base - height) : base, width, height, isBelow: value < 0 };
  });
  return { bars, base };
}

/** To hundredths, which are precise enough and keep the page small. */
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
