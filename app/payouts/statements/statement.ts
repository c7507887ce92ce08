/**
 * What a line of a statement is (docs/specification.md#statements). Its `cents` change the balance, its
 * `debtCents` what the seller owes back.
 */
export type LineKind =
  | "paid"
  | "refunded"
  | "sent"
  | "taken back"
  | "owed"
  | "debt paid"
  | "debt open again"
  | "goodwill"
  | "paid by hand"
  | "written off"
  | "adjusted";

/** The words for each kind of line. */
export const lineTexts: Record<LineKind, string> = {
  paid: "Paid by the buyer",
  refunded: "Refunded to the buyer",
  sent: "Sent to your Stripe account",
  "taken back": "Taken back from your Stripe account",
  owed: "Now owed back",
  "debt paid": "Debt paid with other earnings",
  "debt open again": "Debt open again: Stripe refused the transfer",
  goodwill: "Refund that we paid",
  "paid by hand": "Paid to your bank by us",
  "written off": "Debt written off",
  adjusted: "Adjusted by us",
};

const kinds = new Map<string, LineKind>([
  ["payment", "paid"],
  ["return", "refunded"],
  ["transferred", "sent"],
  ["reversed", "taken back"],
  ["debt", "owed"],
  ["refused:reversal", "owed"],
  ["offset", "debt paid"],
  ["refused:offset", "debt open again"],
  ["goodwill", "goodwill"],
  ["hand", "paid by hand"],
  ["write_off", "written off"],
]);

/** The kind of a line, from the name of its transaction (app/ledger/ledger.server.ts). */
export function kindOf(transaction: string): LineKind {
  const [first = "", second = ""] = transaction.split(":");
  return kinds.get(first === "refused" ? `${first}:${second}` : first) ?? "adjusted";
}

/**
 * A line of a statement: one transaction of the ledger. Amounts are in cents, `at` is UTC ms. `grossCents`:
 * what the buyer paid; negative: what they got back. `feeCents`: the platform's part. `cents`: the rest.
 */
export type Line = {
  number: number;
  at: number;
  kind: LineKind;
  orderId: string;
  title: string;
  grossCents: number;
  feeCents: number;
  cents: number;
  debtCents: number;
};

/** What a period did to the balance, in cents: opening + changes = closing. */
export type Balance = {
  openingCents: number;
  /** The kinds that changed the balance, with the sum of each. */
  changes: { kind: LineKind; cents: number }[];
  closingCents: number;
};
