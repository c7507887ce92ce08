import { keepText, keptText } from "#app/lib/url-text.ts";
import { orderPath } from "#app/orders/order.ts";

/** How many characters of an address the texts may take together: `returnPath` limits its length. */
const maxDraftLength = 9000;

/**
 * The order's address with what was typed into one of its forms, to keep it over sign-in or after a failed
 * write.
 */
export function transitionDraftPath(orderId: string, form: FormData): string {
  const draft = new URLSearchParams();
  const intent = form.get("intent");
  const typed = [...form].filter(
    ([name, value]) => isTextField(name) && typeof value === "string" && value !== "",
  );
  for (const [name, value] of typed)
    draft.set(name, keepText(String(value), Math.floor(maxDraftLength / typed.length)));
  if (typed.length === 0 || typeof intent !== "string") return orderPath(orderId);
  draft.set("intent", intent);
  return `${orderPath(orderId)}?${draft}`;
}

/** The draft in the address, as `transitionDraftPath` wrote it; null if there is none. */
export function transitionDraft(
  params: URLSearchParams,
): { intent: string; typed: Record<string, string> } | null {
  const intent = params.get("intent");
  if (!intent) return null;
  const texts = [...params].filter(([name]) => isTextField(name));
  return { intent, typed: Object.fromEntries(texts.map(([name, value]) => [name, keptText(value)])) };
}

function isTextField(name: string): boolean {
  return name === "note" || /^answer-\d{1,2}$/.test(name);
}
