import { z } from "zod";
import type { OrderQuestion } from "#app/orders/order.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/** How long a note is, in characters: a reason, and what comes with a delivery (docs/specification.md#delivery). */
export const noteLimits = { reason: 10, delivery: 20, most: 2000 };

const tooLong = "Please use at most 2,000 characters here";

/** The note of a move that asks for words, or of one that does not. */
export function noteForm(name: TransitionName) {
  const { words } = transitionOf(name);
  const asked = `${words}, in at least ${noteLimits.reason} characters`;
  const note = z.string({ error: words }).trim().max(noteLimits.most, tooLong);
  return z.object({ note: words ? note.min(noteLimits.reason, asked) : note.default("") });
}

/** A delivery: a note, files, or both. @param files how many come with it */
export function deliveryForm(files: number) {
  const sentence =
    files > 0
      ? `Say what you deliver in at least ${noteLimits.delivery} characters, or leave it empty`
      : `Say what you deliver in at least ${noteLimits.delivery} characters, or choose a file`;
  return z.object({
    note: z
      .string()
      .trim()
      .max(noteLimits.most, tooLong)
      .default("")
      .refine((note) => note.length >= noteLimits.delivery || (note === "" && files > 0), sentence),
  });
}

/** The name of the field that answers a question. @param index from 0 */
export function answerField(index: number): string {
  return `answer-${index}`;
}

/** A field for each of the seller's questions. A file's own field is looked at by the action: here it is the name of what was chosen. */
export function answersForm(questions: readonly OrderQuestion[]) {
  return z.object(
    Object.fromEntries(questions.map((question, index) => [answerField(index), answerTo(question)])),
  );
}

function answerTo({ type, required, options = [] }: OrderQuestion) {
  const missing =
    type === "choice" ? "Choose one" : type === "file" ? "Choose a file" : "Answer this question";
  const text = z.string().trim().max(noteLimits.most, tooLong).default("");
  const given = required ? text.refine((answer) => answer !== "", missing) : text;
  return type === "choice"
    ? given.refine((answer) => answer === "" || options.includes(answer), "Choose one of these")
    : given;
}

/** What a form of a move says. `errors` null: all is well, so far as texts go. */
type MoveInput = {
  /** Everything typed, by field. */
  kept: Record<string, string>;
  errors: Record<string, string[] | undefined> | null;
  note: string | null;
  answers: string[] | undefined;
  files: File[];
  /** Where a sentence about the files stands. */
  fileField: string;
};

/** Reads the form of a move, whatever comes with that one: a note, answers, files. */
export function readTransition(
  name: TransitionName,
  questions: readonly OrderQuestion[],
  form: FormData,
): MoveInput {
  const kept = typedIn(form);
  if (name === "answer") {
    const asksFile = questions.flatMap(({ type }, index) => (type === "file" ? [answerField(index)] : []));
    const files = asksFile.map((field) => ({ field, sent: filesIn(form, field) }));
    const names = files.map(({ field, sent }) => [field, sent.map((file) => file.name).join(", ")]);
    const parsed = answersForm(questions).safeParse({ ...kept, ...Object.fromEntries(names) });
    return {
      kept,
      errors: parsed.error ? z.flattenError(parsed.error).fieldErrors : null,
      note: null,
      answers: parsed.data && questions.map((_, index) => parsed.data[answerField(index)] ?? ""),
      files: files.flatMap(({ sent }) => sent),
      fileField: asksFile[0] ?? "",
    };
  }
  const files = name === "deliver" ? filesIn(form, "files") : [];
  const parsed = (name === "deliver" ? deliveryForm(files.length) : noteForm(name)).safeParse(kept);
  const errors = parsed.error ? z.flattenError(parsed.error).fieldErrors : null;
  const note = parsed.data?.note || null;
  return { kept, errors, note, answers: undefined, files, fileField: "files" };
}

/** The texts of a form, without those that nobody typed. */
function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && /^(note|answer-\d{1,2})$/.test(name)) typed[name] = value;
  return typed;
}

/** The files that were chosen; a browser sends an empty one without a name where none was. */
function filesIn(form: FormData, field: string): File[] {
  return form.getAll(field).filter((sent): sent is File => typeof sent !== "string" && sent.name !== "");
}
