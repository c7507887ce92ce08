import { z } from "zod";
import { trimmed } from "#app/lib/blank.ts";
import { chooseRating, lengths } from "#app/reviews/review.ts";

const atMost = (most: number) => `Please use at most ${most.toLocaleString("en-US")} characters here`;

/** A required text. */
const text = ({ least, most }: { least: number; most: number }, sentence: string) =>
  z.string(sentence).overwrite(trimmed).min(least, sentence).max(most, atMost(most));

/** `intent=review` of POST /orders/{id} (docs/specification.md#form-fields). */
export const reviewForm = z.object({
  rating: z.enum(["1", "2", "3", "4", "5"], chooseRating).transform(Number),
  comment: z.string().overwrite(trimmed).max(lengths.comment.most, atMost(lengths.comment.most)).default(""),
});

/** `intent=reply`: the seller's one reply. */
export const replyForm = z.object({
  reply: text(lengths.reply, "Write at least 2 characters"),
});

/** `intent=report`: why an operator should check the review. */
export const reportForm = z.object({
  reason: text(lengths.reason, "Say what is wrong with this review"),
});
