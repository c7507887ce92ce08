import { filledTier } from "#app/gigs/drafts/suggested-tier.ts";
import {
  focusAfter,
  moveRows,
  parseRowIntent,
  type Typed,
  type WrittenStep,
} from "#app/gigs/drafts/typed.ts";

/** The fields after a button, and the id of the element to focus; or why nothing was changed. */
export type StepChange = { typed: Typed; focus: string } | { refusal: string };

/**
 * Does what a button inside a step asks for: changes rows, or fills packages by the rules. The page's script
 * and the server both use it.
 * @returns null if the step has no such button
 */
export function changeStep(step: WrittenStep, typed: Typed, intent: string): StepChange | null {
  const row = parseRowIntent(step, intent);
  if (row) {
    const moved = moveRows(typed, row);
    return "refusal" in moved
      ? moved
      : { typed: moved.typed, focus: focusAfter(row, moved.typed, moved.row) };
  }
  const key = intent === "fill:pro" ? "pro" : intent === "fill:elite" ? "elite" : null;
  if (step !== "packages" || !key) return null;
  const filled = filledTier(typed, key);
  return filled
    ? { typed: filled, focus: `${key}.price` }
    : { refusal: "Fill in the price, the delivery time and the revisions of Basic first" };
}
