import type { Typed, WrittenStep } from "#app/gigs/drafts/typed.ts";

/** What the fields of a step get. */
export type StepEdit = {
  step: WrittenStep;
  /** What the fields show. */
  typed: Typed;
  /** What is in them now: follows the keys once the scripts run. */
  live: Typed;
  /** By field. */
  errors: Record<string, string>;
};

/** The properties of a field of a step. */
export function fieldOf({ typed, errors }: StepEdit, name: string) {
  return { name, id: name, defaultValue: typed[name] ?? "", error: errors[name] };
}

/**
 * Under which name the browser keeps what could not be saved.
 * @param createdAt of the draft, UTC ms; null: it is new. A later draft of the same service has another one.
 */
export function keptKey(draftId: string, createdAt: number | null, step: WrittenStep): string {
  return `gig-draft ${draftId} ${createdAt ?? "new"} ${step}`;
}
