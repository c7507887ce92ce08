import { day } from "#app/lib/dates.ts";

/** How long a conversation stays readable after a decision on its report, in ms. */
export const readableAfter = 30 * day;

/** Why an operator may read a conversation (docs/specification.md#operator-conversations). */
export const groundWords = {
  report: "One of its messages was reported.",
  refund: "There is an open refund request between them.",
  dispute: "There is an open dispute between them.",
} as const;
export type Ground = keyof typeof groundWords;

/** A message as an operator reads it, even if it was removed. Times are UTC ms. */
export type ReadMessage = {
  number: number;
  /** Null if the account was deleted. */
  sender: string | null;
  content: string;
  /** What its card says; null: it has none. */
  card: string | null;
  createdAt: number;
  removedAt: number | null;
};
