import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { Faqs } from "#app/ui/faqs.tsx";
import { Prose } from "#app/ui/prose.tsx";

const keysOf = (list: ReactElement<{ children: ReactElement[] }> | undefined) =>
  list?.props.children.map(({ key }) => key);

test("Equal items of a list and equal questions have different keys", () => {
  const [list] = Prose({ blocks: [{ kind: "list", items: ["Ask first", "Ask first"] }] });
  expect(keysOf(list)).toEqual(["0", "1"]);
  const faq = { question: "Do you ship?", answer: "Yes" };
  expect(keysOf(Faqs({ faqs: [faq, faq] }))).toEqual(["0", "1"]);
});
