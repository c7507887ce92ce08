import { maxTermLength } from "#app/browse/listing.ts";
import { href } from "#app/lib/href.ts";

/** The assistant's greeting (docs/specification.md#assistant). */
export const greeting = "Hello! What do you need done? One or two sentences are enough.";
export const placeholder = "For example: a label for my olive oil, 500 bottles";
/** The questions that a visitor can ask with one press. */
export const examples = [
  "I need a logo for a small coffee cooperative",
  "Translate my restaurant menu into Arabic",
  "My WordPress site was hacked last night",
  "Edit a podcast episode recorded on one microphone",
  "Make my pitch deck readable in three minutes",
  "A pencil portrait of my dog as a birthday present",
  "Why did my website traffic drop in spring?",
  "Turn my manuscript into an e-book",
];
export const noneFound =
  'I found nothing that fits. Try a simpler word for the thing you need, for example "logo", "subtitles" or "spreadsheet".';
/**
 * Shown by the page and the chat if the services could not be read (docs/specification.md#error-catalogue).
 */
export const failedToast = "Failed to load services";
export const failedAnswer =
  "I'm sorry, I encountered an error while searching for services. Please try again.";
const tooShort = "Please enter at least 5 characters";
export const questionCut = `We searched for the first ${maxTermLength} characters of your text.`;

/** The minimum number of characters in a question. */
const minLength = 5;

/**
 * A typed question. `text`: trimmed, at most 200 characters. `cut`: it was longer. `problem`: why it is
 * refused; null if it is not.
 */
export type Question = { text: string; cut: boolean; problem: string | null };

/** The question in an address; null if there is none (docs/specification.md#assistant-query). */
export function parseQuestion(params: URLSearchParams): Question | null {
  const typed = params.get("query")?.replaceAll("\0", "").trim();
  if (typed === undefined) return null;
  const text = [...typed].slice(0, maxTermLength).join("").trimEnd();
  return { text, cut: text !== typed, problem: visibleLength(text) < minLength ? tooShort : null };
}

/** The address of an answer. */
export function questionPath(text: string): string {
  return `${href("/ai-assistant")}?${new URLSearchParams({ query: text })}`;
}

/**
 * Counts the characters that people see: an emoji of several code points is one, a control character none.
 */
function visibleLength(text: string): number {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  return [...characters].filter(({ segment }) => /[^\p{Cc}\p{Cf}]/u.test(segment)).length;
}
