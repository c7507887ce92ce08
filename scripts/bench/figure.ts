import { cpus } from "node:os";

/** A measured figure; `holds`: whether it keeps its limit, null where there is none. */
export type Figure = {
  what: string;
  value: number;
  unit: string;
  limit: string | null;
  holds: boolean | null;
  note?: string;
};

/** A figure that may not be larger than its limit. */
export function atMost(what: string, value: number, unit: string, limit: number, note?: string): Figure {
  return { what, value, unit, limit: `≤ ${numberText(limit)}`, holds: value <= limit, note };
}

/** A figure that may not be smaller than its limit. */
export function atLeast(what: string, value: number, unit: string, limit: number, note?: string): Figure {
  return { what, value, unit, limit: `≥ ${numberText(limit)}`, holds: value >= limit, note };
}

/** The value in the middle. @throws Error when there is none */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error("There is no value to take the middle of.");
  return middle;
}

/** The figures as a table that a README can hold, headed by the day and the machine. */
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

/** What the figures were measured on. */
export function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${process.platform}`;
}

function numberText(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
