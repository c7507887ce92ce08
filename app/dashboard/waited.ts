import { day, hour } from "#app/lib/dates.ts";

/** How long something has waited: `3 days`, `1 hour`, `less than an hour`. @param ms at least 0 */
export function waitedText(ms: number): string {
  const [size, unit] = ms >= day ? [day, "day"] : [hour, "hour"];
  const count = Math.floor(ms / size);
  if (count === 0) return "less than an hour";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
