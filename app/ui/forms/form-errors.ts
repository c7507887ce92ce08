/** What a form reply says: sentences per field; the key "" is the form's own, as conform writes it. */
export type FormErrors = Record<string, string[] | null | undefined>;

/** One line of the summary; `field` null: it is about the form as a whole. */
export type ErrorLine = { field: string | null; sentence: string };

/** The sentences in the order of the fields, those about the whole form first. */
export function errorLines(errors: FormErrors, form: string[] = []): ErrorLine[] {
  const whole = [...form, ...(errors[""] ?? [])].map((sentence) => ({ field: null, sentence }));
  const fields = Object.entries(errors).filter(([field]) => field !== "");
  return [
    ...whole,
    ...fields.flatMap(([field, said]) => (said ?? []).slice(0, 1).map((sentence) => ({ field, sentence }))),
  ];
}

/** `Three things to put right`. @param count from 1 */
export function thingsToPutRight(count: number): string {
  const words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
  return `${words[count - 1] ?? count} ${count === 1 ? "thing" : "things"} to put right`;
}
