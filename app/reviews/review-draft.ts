import { keepText, keptText } from "#app/lib/url-text.ts";
import { orderPath } from "#app/orders/order.ts";

/** What somebody has typed about an order's review, as it stands in the forms. */
export type ReviewDraft = { rating: string; comment: string; reply: string; reason: string };

const names = ["rating", "comment", "reply", "reason"] as const;

/** What the forms of `intent=review`, `reply` and `report` send, before it is checked. */
export function typedIn(form: FormData): ReviewDraft {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { rating: text("rating"), comment: text("comment"), reply: text("reply"), reason: text("reason") };
}

/** The order's address with what was typed about its review, so that it travels over sign-in and back. */
export function reviewDraftPath(orderId: string, form: FormData): string {
  const typed = typedIn(form);
  const kept = names.filter((name) => typed[name] !== "").map((name) => [name, keepText(typed[name])]);
  return kept.length > 0 ? `${orderPath(orderId)}?${new URLSearchParams(kept)}#review` : orderPath(orderId);
}

/** What has come back. */
export function draftOf(search: URLSearchParams): ReviewDraft {
  const [rating = "", comment = "", reply = "", reason = ""] = names.map((name) =>
    keptText(search.get(name)),
  );
  return { rating, comment, reply, reason };
}
