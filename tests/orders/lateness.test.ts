import { expect, it } from "vitest";
import { day, hour, minute } from "#app/lib/dates.ts";
import { runningDueDate } from "#app/orders/clocks.ts";
import { latenessOf, lateText, passedDates } from "#app/orders/lateness.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import { apply, paid, start } from "./order-states.ts";

type Step = [after: number, name: TransitionName, actor: Actor, days?: number];

/**
 * An order of three days after these steps, with the events that they write. `after`: days from the start.
 */
function after(...steps: Step[]) {
  let order = paid({ revisions: -1 });
  const events = steps.map(([days, name, actor, asked], index) => {
    const at = start + days * day;
    const dueAt = runningDueDate(order);
    order = apply(order, name, actor, at, asked);
    return { seq: index + 1, kind: transitionOf(name).event as string, at, dueAt };
  });
  const passed = (now: number) =>
    passedDates(events, order, start + now * day).map(({ seq, at }) => [seq, (at - start) / day]);
  const late = events.flatMap(({ kind }, index) =>
    kind === "delivered" ? [latenessOf(events, index) / day] : [],
  );
  return { passed, late };
}
const started: Step = [0, "start", "seller"];

it("A due date passes once the work is late, and a delivery at the last moment is on time", () => {
  expect(after(started).passed(3)).toEqual([]);
  expect(after(started).passed(3.5)).toEqual([[1, 3]]);
  const onTime = after(started, [3, "deliver", "seller"]);
  expect([onTime.passed(9), onTime.late]).toEqual([[], [0]]);
  const late = after(started, [5, "deliver", "seller"]);
  expect([late.passed(9), late.late]).toEqual([[[1, 3]], [2]]);
});

it("After more time only the new date counts, and a date that had passed before stays in the timeline", () => {
  const inTime = after(
    started,
    [1, "ask-time", "seller", 4],
    [2, "allow-time", "buyer"],
    [6, "deliver", "seller"],
  );
  expect([inTime.passed(9), inTime.late]).toEqual([[], [0]]);
  const late = after(started, [4, "ask-time", "seller", 4], [5, "allow-time", "buyer"]);
  expect(late.passed(6.9)).toEqual([[1, 3]]);
  expect(late.passed(8)).toEqual([
    [1, 3],
    [3, 7],
  ]);
});

it("A hold moves a date that had passed without a second entry, and a delivery under it is as late as it was", () => {
  const held: Step[] = [started, [4, "request-cancel", "buyer"]];
  expect(after(...held, [6, "decline-cancel", "seller"]).passed(7)).toEqual([[1, 3]]);
  expect(after(...held, [9, "deliver", "seller"]).late).toEqual([1]);
  expect(after(started, [2, "request-cancel", "buyer"], [9, "deliver", "seller"]).late).toEqual([0]);
});

it("Each delivery is judged by its own date", () => {
  const twice = after(started, [5, "deliver", "seller"], [6, "revise", "buyer"], [6.5, "deliver", "seller"]);
  expect([twice.late, twice.passed(9)]).toEqual([[2, 0], [[1, 3]]]);
  const again = after(started, [2, "deliver", "seller"], [3, "revise", "buyer"], [4.5, "deliver", "seller"]);
  expect(again.late).toEqual([0, 0.5]);
  const held = after(
    started,
    [5, "deliver", "seller"],
    [6, "request-cancel", "buyer"],
    [7, "revise", "buyer"],
    [8, "deliver", "seller"],
  );
  expect(held.late).toEqual([2, 0]);
});

it("Lateness is given in days, hours or minutes, rounded down", () => {
  expect([2 * day + hour, day, 5 * hour, hour, 59 * minute, 1].map(lateText)).toEqual([
    "2 days late",
    "1 day late",
    "5 hours late",
    "1 hour late",
    "59 minutes late",
    "1 minute late",
  ]);
});
