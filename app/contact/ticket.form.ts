import { z } from "zod";
import { chooseTopic, questionLength, replyLength, topicOf } from "#app/contact/ticket.ts";
import { trimmed } from "#app/lib/blank.ts";

function writing({ min, max }: { min: number; max: number }, tooShort: string) {
  return z
    .string()
    .default("")
    .transform((typed) => trimmed(typed.replace(/\r\n?/g, "\n")))
    .refine((given) => [...given].length >= min, tooShort)
    .refine(
      (given) => [...given].length <= max,
      `Please write at most ${max.toLocaleString("en-US")} characters`,
    );
}

const question = {
  topic: z.string().optional(),
  intent: z.string().optional(),
  message: writing(questionLength, `Please write at least ${questionLength.min} characters`),
  /** A form that is sent twice opens one ticket. */
  token: z.uuid().optional().catch(undefined),
};

/**
 * The page's form, whose button is `intent=send`, must name a topic; a program that names neither asks about
 * something else (docs/specification.md#contact). The error is reported together with those of the fields.
 */
const namesTopic = ({ topic, intent }: { topic?: string; intent?: string }) =>
  topic !== undefined || intent !== "send";
const noTopic = { path: ["topic"], error: chooseTopic, when: () => true };

/** Replaces the text in `topic` with the topic that it names. */
const withTopic = <Asked extends { topic?: string }>(asked: Asked) => ({
  ...asked,
  topic: topicOf(asked.topic),
});

/** The form of a user, whose name and address are known (docs/specification.md#contact). */
export const userTicketForm = z
  .object({
    ...question,
    /** The id of one of the listed orders. */
    order: z.string().max(100).default("").catch(""),
    /** The id or short id of an order that is not listed. */
    orderNumber: z
      .string()
      .max(100, "Please enter the number of an order")
      .default("")
      .transform((typed) => typed.trim()),
  })
  .refine(namesTopic, noTopic)
  .transform(withTopic);

const wholeAddress = "Please enter a whole email address, such as name@example.com";

/** The form of a visitor. */
export const visitorTicketForm = z
  .object({
    ...question,
    name: z
      .string({ error: "Please enter your name" })
      .transform((typed) => trimmed(typed.replace(/\p{Cc}+/gu, " ")))
      .refine((given) => given !== "", "Please enter your name")
      .refine((given) => given.length !== 1, "Your name must have at least 2 characters")
      .refine((given) => given.length <= 100, "Your name can have at most 100 characters"),
    email: z
      .string({ error: "Please enter your email address" })
      .trim()
      .toLowerCase()
      .pipe(z.email(wholeAddress).max(254, wholeAddress)),
  })
  .refine(namesTopic, noTopic)
  .transform(withTopic);

/** A reply in a ticket, by the person who asked or by an operator. */
export const replyField = writing(replyLength, "Please write your reply");

/** A note that only operators read. */
export const noteField = writing(replyLength, "Please write a note");

/**
 * Parses the field `version` of a form: the last entry that its page showed, and so what its author has read.
 * Null without the field: a person's form is then about the current ticket, and an operator's is refused. 0,
 * which no page shows, if it is not a number.
 */
export function seenVersion(field: FormDataEntryValue | null): number | null {
  if (field === null) return null;
  return typeof field === "string" && /^\d{1,9}$/.test(field) ? Number(field) : 0;
}

/** The fields that a draft keeps during sign-in. */
export const typedNames = ["topic", "order", "orderNumber", "message", "name", "email"] as const;
