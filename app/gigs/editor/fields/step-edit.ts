import type { Typed, WrittenStep } from "#app/gigs/drafts/typed.ts";

/** The props of a step's fields. */
export type StepEdit = {
  step: WrittenStep;
  /** The initial values of the fields. */
  typed: Typed;
  /** The current values of the fields: updated on each keystroke once the scripts run. */
  live: Typed;
  /** By field. */
  errors: Record<string, string>;
  /** Removes a field's error from the page, because the page's script has just fixed it. */
  onFixed: (name: string) => void;
};

/** What the fields of any form need. */
export type FieldsEdit = Pick<StepEdit, "typed" | "errors">;

/** The properties of a field of a step. */
export function fieldOf({ typed, errors }: FieldsEdit, name: string) {
  return { name, id: name, defaultValue: typed[name] ?? "", error: errors[name] };
}

/**
 * The browser's storage key for a step that could not be saved.
 * @param createdAt of the draft, UTC ms; null: it is new. A later draft of the same service has another key.
 */
export function keptKey(draftId: string, createdAt: number | null, step: WrittenStep): string {
  return `gig-draft ${draftId} ${createdAt ?? "new"} ${step}`;
}
