import type { SpokenLanguage } from "#drizzle/schema.ts";

/** The registration fee, in cents, paid once (docs/specification.md#seller-fee). */
export const registrationCents = 5000;

/** The line item of its card page. */
export const registrationLine = {
  name: "Seller registration",
  description: "One-time fee for selling your services",
};

export type { SpokenLanguage };

/** How well a seller can speak a language. */
export const spokenLevels: readonly SpokenLanguage["level"][] = [
  "basic",
  "conversational",
  "fluent",
  "native",
];

export type SellerStatus = "none" | "applied" | "active" | "suspended";
export type PaymentStatus = "pending" | "paid" | "refunded" | "failed";

/** What happened to a registration (docs/specification.md#data-seller). */
export type SellerEventKind =
  | "applied"
  | "paid"
  | "payment_failed"
  | "waived"
  | "evidence_wanted"
  | "vetted"
  | "refused"
  | "refusal_reversed"
  | "fee_returned"
  | "refunded"
  | "refund_failed"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"
  | "away"
  | "back";

type State = { status: SellerStatus; paymentStatus: PaymentStatus };

/**
 * True if the fee can be paid: the application was sent, and the seller is neither active nor refused. A
 * returned fee is not charged again; an operator can waive it.
 */
export function isPayable({ status, paymentStatus }: State): boolean {
  return status === "applied" && (paymentStatus === "pending" || paymentStatus === "failed");
}

/**
 * What the page of the application shows (docs/specification.md#seller-application). `saved`: something was
 * saved, nothing sent. `processing`: the bank has not answered. `examined`: an operator checks a payment.
 * `returned`: the fee was refunded, or is about to be.
 */
export type Standing =
  | "new"
  | "saved"
  | "applied"
  | "processing"
  | "examined"
  | "active"
  | "returned"
  | "suspended";

/**
 * @param seller null if the user never started one
 * @param payment what is known of a payment that is not booked yet; null: nothing
 */
export function standingOf(
  seller: (State & { refundedCents: number }) | null,
  payment: { waitsForBank: boolean; hasMismatch: boolean } | null,
): Standing {
  if (!seller) return "new";
  const { status } = seller;
  if (status === "none") return "saved";
  if (status !== "applied") return status;
  if (!isPayable(seller)) return "returned";
  if (payment?.hasMismatch) return "examined";
  return payment?.waitsForBank ? "processing" : "applied";
}
