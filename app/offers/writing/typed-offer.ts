import type { StepChange } from "#app/gigs/drafts/change-step.ts";
import { focusAfter, moveRows, type RowList, rowIntentIn, type Typed } from "#app/gigs/drafts/typed.ts";
import { priceText, unlimitedText } from "#app/gigs/drafts/typed-number.ts";
import { unlimited } from "#app/gigs/packages/package.ts";
import { type OfferTerms, usualValidDays } from "#app/offers/offer.ts";
import type { GigQuestion } from "#drizzle/schema.ts";

/**
 * The names of the typed fields of an offer (docs/specification.md#writing-an-offer). A list has ten rows; an
 * eleventh is refused with a sentence, so it is read too.
 */
export const offerFieldNames =
  /^(?:gig|replaces|content|price|days|revisions|valid|questionsOf|features\[\d{1,2}\]|questions\[\d{1,2}\]\.(?:question|type|required|options))$/;

/** The limits of the long fields, in characters, while an offer is parked during sign-in. */
export const offerFieldLimits = { content: 5000, "questions.options": 1000 };

const lists: readonly RowList[] = [
  { name: "features", row: "feature" },
  { name: "questions", row: "question" },
];

/** What a new offer starts from. */
export const newOffer: Typed = { questionsOf: "gig", valid: String(usualValidDays) };

/** The typed fields of a form. */
export function typedOfferOf(form: FormData): Typed {
  const typed: Typed = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && offerFieldNames.test(name)) typed[name] = value.replace(/\r\n?/g, "\n");
  }
  return typed;
}

/**
 * Does what the button of a row asks for. The page's script and the server both use it.
 * @returns null if there is no such button
 */
export function changeOffer(typed: Typed, intent: string): StepChange | null {
  const row = rowIntentIn(lists, intent);
  if (!row) return null;
  const moved = moveRows(typed, row);
  return "refusal" in moved ? moved : { typed: moved.typed, focus: focusAfter(row, moved.typed, moved.row) };
}

/** An offer as its seller would have typed it: where its next version starts. Cents. */
export function typedOfVersion(
  offer: OfferTerms & { id: string; gigId: string },
  gigQuestions: GigQuestion[],
): Typed {
  const { id, gigId, text, features, priceCents, deliveryDays, revisions, questions } = offer;
  const asksOwn = JSON.stringify(questions) !== JSON.stringify(gigQuestions);
  return {
    ...newOffer,
    gig: gigId,
    replaces: id,
    content: text,
    price: priceText(priceCents),
    days: String(deliveryDays),
    revisions: revisions === unlimited ? unlimitedText : String(revisions),
    ...Object.fromEntries(features.map((feature, i) => [`features[${i}]`, feature])),
    ...(asksOwn ? { questionsOf: "own", ...typedQuestions(questions) } : {}),
  };
}

function typedQuestions(questions: GigQuestion[]): Typed {
  return Object.fromEntries(
    questions.flatMap(({ question, type, required, options = [] }, i) => [
      [`questions[${i}].question`, question],
      [`questions[${i}].type`, type],
      ...(required ? [[`questions[${i}].required`, "on"]] : []),
      [`questions[${i}].options`, options.join("\n")],
    ]),
  );
}

const labels: Record<string, string> = {
  gig: "Service",
  content: "What the buyer gets",
  price: "Price",
  days: "Delivery time",
  revisions: "Revisions",
  valid: "Valid for",
  questionsOf: "Which questions",
  replaces: "The version that it replaces",
};

/** The name of a typed field in words: `Price`, `Features 2`, `Questions 1, options`. */
export function offerLabel(name: string): string {
  const label = labels[name];
  if (label) return label;
  const words = name.replace(/\[(\d{1,2})\]/g, (_, row: string) => ` ${Number(row) + 1}`).replace(".", ", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The browser's storage key for an offer that could not be saved yet. */
export function offerKey(writerId: string, conversation: string): string {
  return `offer-draft ${writerId} ${conversation}`;
}
