/** The errors of a form by field, in conform's format: those about the form as a whole have the key "". */
export type FormErrors = Record<string, string[] | null | undefined>;

/** One line of the error summary. `field` is null if the error is about the form as a whole. */
type ErrorLine = { field: string | null; sentence: string };

/**
 * The errors about the form as a whole, then the first error of each field.
 * @param form additional errors about the whole form
 */
export function errorLines(errors: FormErrors, form: string[] = []): ErrorLine[] {
  const whole = [...form, ...(errors[""] ?? [])].map((sentence) => ({ field: null, sentence }));
  const fields = Object.entries(errors).filter(([field]) => field !== "");
  return [
    ...whole,
    ...fields.flatMap(([field, sentences]) =>
      (sentences ?? []).slice(0, 1).map((sentence) => ({ field, sentence })),
    ),
  ];
}

/** `Please fix 3 things`. @param count from 1 */
export function errorCountText(count: number): string {
  return `Please fix ${count} ${count === 1 ? "thing" : "things"}`;
}
