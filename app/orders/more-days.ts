/** The most days that a seller can ask for in one request (docs/specification.md#more-time). */
export const maxDays = 30;

/** `1 more day`, `5 more days`. */
export function moreDays(days: number): string {
  return days === 1 ? "1 more day" : `${days} more days`;
}
