import { readFeatures, readQuestions } from "#app/gigs/drafts/check-draft.ts";
import { readText } from "#app/gigs/drafts/read-text.ts";
import type { Typed } from "#app/gigs/drafts/typed.ts";
import { parsePrice, parseRevisions, parseWhole } from "#app/gigs/drafts/typed-number.ts";
import { trimmed } from "#app/lib/blank.ts";
import { maxOfferFeatures, type OfferTerms, offerBounds } from "#app/offers/offer.ts";
import type { GigQuestion } from "#drizzle/schema.ts";

/** An offer as its form describes it. Cents. */
export type WrittenOffer = Omit<OfferTerms, "questions"> & {
  gigId: string;
  /** Null: those of the service. */
  questions: GigQuestion[] | null;
  validDays: number;
  /** The id of the offer that it replaces; null: it is a first version. */
  replaces: string | null;
};

/**
 * Reads the form of an offer and checks it against the bounds (docs/specification.md#writing-an-offer).
 * @returns `errors`: a sentence for each missing or invalid field, in the order of the form
 */
export function readOffer(typed: Typed): { written: WrittenOffer } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const note = (field: string, sentence: string) => {
    errors[field] ??= sentence;
  };
  const within = (
    value: number | null,
    field: string,
    [least, most]: readonly [number, number],
    no: string,
  ) => {
    if (value !== null && value >= least && value <= most) return value;
    note(field, no);
    return least;
  };
  const gigId = typed.gig ?? "";
  if (!gigId) note("gig", chooseService);
  const content = typed.content ?? "";
  const text = trimmed(content);
  readText(text, "content", "What the buyer gets", offerBounds.text, note);
  const features = readFeatures(typed, "features", "A feature", (field, sentence) =>
    // The list itself is not a field, so the error belongs to the first row too many.
    note(field === "features" ? `features[${maxOfferFeatures}]` : field, sentence),
  );
  const { priceCents, deliveryDays, validDays } = offerBounds;
  const written = {
    gigId,
    text,
    features,
    priceCents: within(parsePrice(typed.price ?? ""), "price", priceCents, choosePrice),
    deliveryDays: within(
      parseWhole(typed.days ?? ""),
      "days",
      deliveryDays,
      "Delivery must take 1 to 90 days",
    ),
    revisions: within(
      parseRevisions(typed.revisions ?? ""),
      "revisions",
      [-1, 9],
      "Choose 0 to 9 revisions, or unlimited",
    ),
    questions: readAsked(typed, note),
    validDays: within(
      parseWhole(typed.valid ?? ""),
      "valid",
      validDays,
      "An offer is valid for 1 to 30 days",
    ),
    replaces: typed.replaces || null,
  };
  return Object.keys(errors).length === 0 ? { written } : { errors };
}

/** The error of a field `gig` that names none of the seller's active services. */
export const chooseService = "Choose one of your active services";
const choosePrice = "The price must be $5 to $10,000, such as 80 or 1,000.50";

/** The offer's own questions; null: those of the service. */
function readAsked(typed: Typed, note: (field: string, sentence: string) => void): GigQuestion[] | null {
  const of = typed.questionsOf || "gig";
  if (of === "gig") return null;
  if (of !== "own") note("questionsOf", "Choose which questions the buyer answers");
  const questions = readQuestions(typed, note);
  if (questions.length > maxQuestions)
    note(`questions[${maxQuestions}].question`, `You can have at most ${maxQuestions} questions`);
  return questions;
}

const maxQuestions = 10;
