import { date, hour } from "#app/lib/dates.ts";

/** When an order is due: its delivery if it was started, otherwise its start. UTC ms. */
export type DueOrder = { due: number; isStarted: boolean };

/** What is due on a day. `label`: `Late`, `Today`, `Tomorrow` or `28 Nov 2026`. */
export type DueDay = { label: string; deliver: number; start: number };

/**
 * Counts orders by the day on which they are due, in the seller's time zone.
 * @param orders by due date @param at UTC ms @param timeZone IANA name; null: UTC
 */
export function dueByDay(orders: DueOrder[], at: number, timeZone: string | null): DueDay[] {
  const today = date(at, timeZone);
  // A day has 23 to 25 hours, so tomorrow is the next date that is not today's.
  const hours = Array.from({ length: 26 }, (_, i) => date(at + i * hour, timeZone));
  const names = new Map([
    [hours.find((date) => date !== today), "Tomorrow"],
    [today, "Today"],
  ]);
  const days = new Map<string, DueDay>();
  for (const { due, isStarted } of orders) {
    const of = date(due, timeZone);
    const label = due < at ? "Late" : (names.get(of) ?? of);
    const counted = days.get(label) ?? { label, deliver: 0, start: 0 };
    counted[isStarted ? "deliver" : "start"]++;
    days.set(label, counted);
  }
  return [...days.values()];
}

/** `2 to deliver, 1 to start`. */
export function dueText({ deliver, start }: DueDay): string {
  return [deliver > 0 ? `${deliver} to deliver` : null, start > 0 ? `${start} to start` : null]
    .filter(Boolean)
    .join(", ");
}
