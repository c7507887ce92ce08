import { cpus } from "node:os";

/** A measured figure. `holds`: whether it is within its limit; null if it has none or was not measured. */
export type Figure = {
  what: string;
  value: number;
  unit: string;
  limit: string | null;
  holds: boolean | null;
  note?: string;
};

/** A figure with an upper limit. */
export function atMost(what: string, value: number, unit: string, limit: number, note?: string): Figure {
  return { what, value, unit, limit: `≤ ${numberText(limit)}`, holds: value <= limit, note };
}

/** A figure with a lower limit. */
export function atLeast(what: string, value: number, unit: string, limit: number, note?: string): Figure {
  return { what, value, unit, limit: `≥ ${numberText(limit)}`, holds: value >= limit, note };
}

/** A figure without a limit. */
export function noLimit(what: string, value: number, unit: string, note?: string): Figure {
  return { what, value, unit, limit: null, holds: null, note };
}

/** The median. @throws Error if there are no values */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error("No values have no median.");
  return middle;
}

/** The figures as a Markdown table (docs/performance.md), with the day and the machine above it. */
export function tableOf(figures: Figure[], at: Date): string {
  const rows = figures.map(({ what, value, unit, limit, holds, note }) => [
    what,
    `${numberText(value)}${unit ? ` ${unit}` : ""}`,
    limit ?? "",
    holds === null ? "" : holds ? "yes" : "**no**",
    note ?? "",
  ]);
  const lines = [["what", "measured", "must be", "holds", ""], ["---", "---", "---", "---", "---"], ...rows];
  const table = lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  return [`Measured on ${at.toISOString().slice(0, 10)}, ${machine()}.`, "", ...table].join("\n");
}

/** The machine that the figures were measured on. */
export function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${process.platform}`;
}

function numberText(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
