import { keepText, keptText } from "#app/lib/url-text.ts";
import { orderPath } from "#app/orders/order.ts";

/** What was typed into the review forms of an order, unchecked. */
export type ReviewDraft = { rating: string; comment: string; reply: string; reason: string };

const names = ["rating", "comment", "reply", "reason"] as const;

/** The fields of a review form that was sent, before validation. */
export function draftIn(form: FormData): ReviewDraft {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { rating: text("rating"), comment: text("comment"), reply: text("reply"), reason: text("reason") };
}

/** The order's address with the draft in its query, to come back to after sign-in. */
export function reviewDraftPath(orderId: string, form: FormData): string {
  const typed = draftIn(form);
  const kept = names.filter((name) => typed[name] !== "").map((name) => [name, keepText(typed[name])]);
  return kept.length > 0 ? `${orderPath(orderId)}?${new URLSearchParams(kept)}#review` : orderPath(orderId);
}

/** The draft in the query of an order page. */
export function draftOf(search: URLSearchParams): ReviewDraft {
  const [rating = "", comment = "", reply = "", reason = ""] = names.map((name) =>
    keptText(search.get(name)),
  );
  return { rating, comment, reply, reason };
}
