import { day, hour, minute } from "#app/lib/dates.ts";
import { runningDueDate } from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";

/** An event of an order, with the due date at that time; null if the clock was stopped. UTC ms. */
type DatedEvent = { seq: number; kind: string; at: number; dueAt: number | null };

/**
 * Each time that a due date passed before the work was delivered (UTC ms), oldest first, with the number of
 * the event before it. It follows from the events, so it stays true when the buyer allows more time later.
 * @param events in order @param now UTC ms
 */
export function passedDates(
  events: readonly DatedEvent[],
  order: OrderState,
  now: number,
): { seq: number; at: number }[] {
  const present = { at: now, dueAt: runningDueDate(order) };
  return [...events, present].flatMap(({ at, dueAt }, index) => {
    const before = events[index - 1];
    // A date that moved into the past, because of a hold, had passed before.
    return before && dueAt !== null && before.at < dueAt && dueAt < at
      ? [{ seq: before.seq, at: dueAt }]
      : [];
  });
}

/**
 * How late a delivery was, in ms; 0 if it was on time. Under a hold the clock was stopped, so it is as late
 * as it was when the hold began. @param events in order @param index of the delivery
 */
export function latenessOf(events: readonly DatedEvent[], index: number): number {
  const before = events.slice(0, index);
  const since = before.findLastIndex(({ kind }) => kind === "delivered") + 1;
  const last = events.slice(since, index + 1).findLast(({ dueAt }) => dueAt !== null);
  return last?.dueAt ? Math.max(0, last.at - last.dueAt) : 0;
}

/** `2 days late`, `3 hours late` or `1 minute late`, rounded down. @param ms more than 0 */
export function lateText(ms: number): string {
  const [count, unit] =
    ms >= day
      ? [Math.floor(ms / day), "day"]
      : ms >= hour
        ? [Math.floor(ms / hour), "hour"]
        : [Math.max(1, Math.floor(ms / minute)), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} late`;
}
