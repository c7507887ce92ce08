import type { SubmissionResult } from "@conform-to/dom";

/** What a field shows. `initialValue` is undefined if the field is empty, or omitted from the reply. */
export type ShownField = { initialValue?: string; errors?: string[] };

/**
 * What a form shows: the values and errors of the server's last reply, or else its initial values. conform's
 * own hook for this, `useForm`, adds 9 KB of script to a page and does more than our forms need: they are
 * plain HTML, and only the server validates.
 * @returns `errors` are about the form as a whole
 */
export function shownForm<Values extends Record<string, string>>(
  lastResult: SubmissionResult<string[]> | undefined,
  firstValues: Values,
): { errors?: string[]; fields: Record<keyof Values & string, ShownField> } {
  const values = lastResult?.initialValue ?? firstValues;
  const errors = lastResult?.error ?? {};
  const fields = Object.keys(firstValues).map((name) => {
    const value = values[name];
    const field: ShownField = { errors: errors[name] ?? undefined };
    if (typeof value === "string") field.initialValue = value;
    return [name, field];
  });
  return { errors: errors[""] ?? undefined, fields: Object.fromEntries(fields) };
}
