import { trimmed } from "#app/lib/blank.ts";

/** Notes what is wrong with a field of a step, as a sentence for the seller. */
export type Note = (field: string, sentence: string) => void;

/** Counts characters as people see them. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export const oneLine = (text = "") => trimmed(text.replace(/\s+/g, " "));

/** Reads a text, and notes whether it is too short or too long. @param name its name in the sentences */
export function readText(
  typed: string,
  field: string,
  name: string,
  bounds: readonly [number, number],
  note: Note,
): string {
  const [least, most] = bounds;
  const length = lengthOf(trimmed(typed));
  if (length < least)
    note(field, length === 0 ? `${name} is missing` : `${name} must be at least ${least} characters`);
  else if (length > most) note(field, `${name} can be at most ${most.toLocaleString("en-US")} characters`);
  return typed;
}
