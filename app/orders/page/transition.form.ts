import { z } from "zod";
import { trimmed } from "#app/lib/blank.ts";
import { maxDays } from "#app/orders/more-days.ts";
import type { OrderQuestion } from "#app/orders/order.ts";
import { isTextField } from "#app/orders/page/transition-draft.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import { keptField } from "#app/uploads/sent-files.ts";

/** Limits of a note in characters. `reason` and `delivery` are minimums (docs/specification.md#delivery). */
export const noteLimits = { reason: 10, delivery: 20, most: 2000 };

const tooLong = "Please use at most 2,000 characters here";

/** The note of a transition: required if the transition asks for one. */
function noteForm(name: TransitionName) {
  const { noteRefusal } = transitionOf(name);
  const tooShort = `${noteRefusal}, in at least ${noteLimits.reason} characters`;
  const note = z.string({ error: noteRefusal }).overwrite(trimmed).max(noteLimits.most, tooLong);
  return z.object({ note: noteRefusal ? note.min(noteLimits.reason, tooShort) : note.default("") });
}

export const wrongDays = `Enter a whole number of days from 1 to ${maxDays}`;

/** How many more days a seller asks for. */
export function daysField() {
  return z
    .string({ error: wrongDays })
    .trim()
    .regex(/^\d{1,3}$/, wrongDays)
    .transform(Number)
    .refine((days) => days >= 1 && days <= maxDays, wrongDays);
}

/** A delivery: a note, files, or both. @param files how many files it includes */
function deliveryForm(files: number) {
  const sentence =
    files > 0
      ? `Describe the delivery in at least ${noteLimits.delivery} characters, or leave it empty`
      : `Describe the delivery in at least ${noteLimits.delivery} characters, or choose a file`;
  return z.object({
    note: z
      .string()
      .overwrite(trimmed)
      .max(noteLimits.most, tooLong)
      .default("")
      .refine((note) => note.length >= noteLimits.delivery || (note === "" && files > 0), sentence),
  });
}

/** The name of the field that answers a question. @param index from 0 */
export function answerField(index: number): string {
  return `answer-${index}`;
}

/** Every field that a transition form may have, even for orders with many questions. */
export const transitionFields = [
  "note",
  "days",
  ...["files", ...Array.from({ length: 20 }, (_, index) => answerField(index))].flatMap((field) => [
    field,
    keptField(field),
  ]),
];

/**
 * A field for each of the seller's questions. For a file question this checks the file's name; the action
 * checks the file.
 */
function answersForm(questions: readonly OrderQuestion[]) {
  return z.object(
    Object.fromEntries(questions.map((question, index) => [answerField(index), answerTo(question)])),
  );
}

function answerTo({ type, required, options = [] }: OrderQuestion) {
  const missing =
    type === "choice" ? "Choose one" : type === "file" ? "Choose a file" : "Answer this question";
  const text = z.string().overwrite(trimmed).max(noteLimits.most, tooLong).default("");
  const given = required ? text.refine((answer) => answer !== "", missing) : text;
  return type === "choice"
    ? given.refine((answer) => answer === "" || options.includes(answer), "Choose one of these")
    : given;
}

/** A transition form after validation. `errors` null: the texts are valid. */
type TransitionInput = {
  /** Everything typed, by field. */
  typed: Record<string, string>;
  errors: Record<string, string[] | undefined> | null;
  note: string | null;
  /** For `ask-time`. */
  days?: number;
  answers: string[] | undefined;
};

/** The file fields of a transition's form. */
export function fileFieldsOf(name: TransitionName, questions: readonly OrderQuestion[]): string[] {
  if (name === "deliver") return ["files"];
  if (name !== "answer") return [];
  return questions.flatMap(({ type }, index) => (type === "file" ? [answerField(index)] : []));
}

/**
 * Reads and validates the texts of a transition's form: its note and answers.
 * @param files its files, by field
 */
export function readTransition(
  name: TransitionName,
  questions: readonly OrderQuestion[],
  form: FormData,
  files: Record<string, { name: string }[]> = {},
): TransitionInput {
  const typed = typedIn(form);
  if (name === "answer") {
    const names = Object.entries(files).map(([field, sent]) => [
      field,
      sent.map((file) => file.name).join(", "),
    ]);
    const parsed = answersForm(questions).safeParse({ ...typed, ...Object.fromEntries(names) });
    return {
      typed,
      errors: parsed.error ? z.flattenError(parsed.error).fieldErrors : null,
      note: null,
      answers: parsed.data && questions.map((_, index) => parsed.data[answerField(index)] ?? ""),
    };
  }
  if (name === "ask-time") {
    const { data, error } = noteForm(name).extend({ days: daysField() }).safeParse(typed);
    const errors = error ? z.flattenError(error).fieldErrors : null;
    return { typed, errors, note: data?.note ?? null, days: data?.days, answers: undefined };
  }
  const count = Object.values(files).flat().length;
  const parsed = (name === "deliver" ? deliveryForm(count) : noteForm(name)).safeParse(typed);
  const errors = parsed.error ? z.flattenError(parsed.error).fieldErrors : null;
  return { typed, errors, note: parsed.data?.note || null, answers: undefined };
}

/** The texts of the fields that belong to transition forms. */
function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string" && isTextField(name)) typed[name] = value;
  return typed;
}
