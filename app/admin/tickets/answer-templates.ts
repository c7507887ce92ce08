/** Answer templates. `{name}` is the person who asked. The operator replaces what is in brackets. */
export const answerTemplates = [
  {
    key: "found",
    label: "Payment found",
    text: "Hello {name},\n\nWe have found your payment, and your order is with the seller now. You can see it under Orders.\n\nSorry for the wait.",
  },
  {
    key: "bank",
    label: "Bank is processing",
    text: "Hello {name},\n\nYour bank has not confirmed the payment yet. We'll email you as soon as it does. Please don't pay again. If the bank refuses it, nothing is charged.",
  },
  {
    key: "refund",
    label: "Refund is on its way",
    text: "Hello {name},\n\nWe have refunded [amount]. It usually takes your bank 5 to 10 days to show it.",
  },
  {
    key: "details",
    label: "We need more details",
    text: "Hello {name},\n\nThank you for writing. To help you, we need to know [what we need].",
  },
  {
    key: "privacy",
    label: "Data request",
    text: "Hello {name},\n\nYou can download everything that we hold about you, and delete your account, under Profile, Data. We can't do either for you from here.",
  },
  {
    key: "suspension",
    label: "Objection to a suspension",
    text: "Hello {name},\n\nSomeone who did not make the decision has reviewed your account. [The result, and why.]",
  },
] as const;

/** The text of a template; null if there is none with this key. @param name of the person who asked */
export function templateText(key: unknown, name: string): string | null {
  const template = answerTemplates.find((each) => each.key === key);
  return template ? template.text.replaceAll("{name}", name) : null;
}

const gaps = answerTemplates.flatMap(({ text }) => text.match(/\[[^[\]]*\]/g) ?? []);

/** A placeholder of a template that is still in the answer: `[amount]`. Null: there is none. */
export function gapIn(text: string): string | null {
  return gaps.find((gap) => text.includes(gap)) ?? null;
}

/** Appends a template to what is typed. */
export function withTemplate(typed: string, template: string): string {
  return typed.trim() === "" ? template : `${typed.trimEnd()}\n\n${template}`;
}
