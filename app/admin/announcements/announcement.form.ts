import { z } from "zod";
import { dayOf } from "#app/admin/list-search.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { bounds } from "#app/announcements/announcement.ts";
import { subjectOf } from "#app/emails/render-email.ts";

const atMost = (longest: number) => `Please use at most ${longest.toLocaleString("en-US")} characters`;

/** What an operator writes. `effectiveAt`: the beginning of the day in UTC, UTC ms; null: none. */
const content = {
  kind: z.enum(["news", "terms", "privacy"], { error: "Please choose what it is about" }),
  subject: z
    .string()
    .default("")
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .refine((text) => subjectOf({ subject: text, paragraphs: [] }) !== "", {
      error: "Please enter a subject",
    })
    .refine((text) => [...text].length <= bounds.subject, { error: atMost(bounds.subject) }),
  text: z
    .string()
    .default("")
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .refine((text) => text !== "", { error: "Please enter a text" })
    .refine((text) => [...text].length <= bounds.text, { error: atMost(bounds.text) }),
  effective: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .refine((text) => text === "" || dayOf(text) !== "", {
      error: "Please enter a date, such as 2027-02-01",
    }),
};

/** `version`: the one that the operator saw. */
const decided = { version: z.coerce.number().int().catch(0), reason: reasonField };

/** `effective` as it is stored: UTC ms. */
function stored<Typed extends { effective: string }>({ effective, ...rest }: Typed) {
  return { ...rest, effectiveAt: effective === "" ? null : Date.parse(effective) };
}

/** A new draft. `id`: chosen by its page, so that pressing the button twice adds only one draft. */
export const newForm = z
  .object({ ...content, id: z.uuid().optional().catch(undefined), reason: reasonField })
  .transform(stored);
export const changeForm = z.object({ ...content, ...decided }).transform(stored);
export const decisionForm = z.object(decided);

/** A preview decides nothing, so it accepts unfinished texts. */
export const previewForm = z
  .object({
    kind: content.kind.catch("news"),
    subject: z.string().catch(""),
    text: z.string().catch(""),
    effective: content.effective.catch(""),
  })
  .transform(({ text, ...rest }) => stored({ ...rest, text: text.replace(/\r\n?/g, "\n") }));

/** The names of all fields in these forms. */
export const announcementFields = ["intent", "id", ...Object.keys({ ...content, ...decided })];
