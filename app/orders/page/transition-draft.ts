import { keepText, keptText } from "#app/lib/url-text.ts";
import { orderPath } from "#app/orders/order.ts";

/** Characters of an address, for a note and for all answers together (lib/replies.ts bounds a return path). */
const room = 9000;

/** An order's page with what was typed into one of its forms: for the way over sign-in, or after a write that failed. */
export function transitionDraftPath(orderId: string, form: FormData): string {
  const kept = new URLSearchParams();
  const intent = form.get("intent");
  const typed = [...form].filter(
    ([name, value]) => isTyped(name) && typeof value === "string" && value !== "",
  );
  for (const [name, value] of typed) kept.set(name, keepText(String(value), Math.floor(room / typed.length)));
  if (typed.length === 0 || typeof intent !== "string") return orderPath(orderId);
  kept.set("intent", intent);
  return `${orderPath(orderId)}?${kept}`;
}

/** What `moveDraftPath` has kept; null: the page was opened without. */
export function transitionDraft(
  params: URLSearchParams,
): { intent: string; kept: Record<string, string> } | null {
  const intent = params.get("intent");
  if (!intent) return null;
  const typed = [...params].filter(([name]) => isTyped(name));
  return { intent, kept: Object.fromEntries(typed.map(([name, value]) => [name, keptText(value)])) };
}

function isTyped(name: string): boolean {
  return name === "note" || /^answer-\d{1,2}$/.test(name);
}
