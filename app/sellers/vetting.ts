import type { PaymentStatus, SellerStatus } from "#app/sellers/seller.ts";

/** What an operator can decide about a registration (docs/specification.md#operator-applications). */
export type VettingAction = "vet" | "ask" | "waive" | "return-fee" | "refuse" | "refuse-and-return";

/** The state that a decision depends on. Amounts are in cents, times in UTC ms. */
export type VettedState = {
  status: SellerStatus;
  paymentStatus: PaymentStatus;
  priceCents: number;
  refundedCents: number;
  vettedAt: number | null;
};

/** True if the fee, or part of it, was paid and is not being refunded. */
export function isFeeKept({ paymentStatus, priceCents, refundedCents }: VettedState): boolean {
  return paymentStatus === "paid" && refundedCents < priceCents;
}

/** True if a decision refunds the fee. */
export function returnsFee(action: VettingAction): boolean {
  return action === "return-fee" || action === "refuse-and-return";
}

/** True if a decision refuses the seller. */
export function isRefusal(action: VettingAction): boolean {
  return action === "refuse" || action === "refuse-and-return";
}

/** Why an operator cannot make this decision; null if they can. */
export function refusalToVet(action: VettingAction, seller: VettedState): string | null {
  const { status, vettedAt } = seller;
  if (status === "none") return "This application has not been sent yet";
  if (action === "return-fee") return isFeeKept(seller) ? null : "There is no fee to return";
  if (status === "suspended") return "This seller was already refused";
  switch (action) {
    case "vet":
      if (status !== "active") return "Only an active seller can be vetted";
      return vettedAt === null ? null : "This seller is already vetted";
    case "waive":
      return status === "applied" ? null : "This seller is already active";
    case "refuse-and-return":
      return isFeeKept(seller) ? null : "There is no fee to return";
    default:
      return null;
  }
}
