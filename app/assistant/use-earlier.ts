import { useEffect, useState } from "react";
import type { Question } from "#app/assistant/question.ts";
import type { Recommendation } from "#app/assistant/recommendations.server.ts";

/** A question of this visit, with the services that answered it. */
export type Earlier = { text: string; services: { slug: string; title: string }[] };

/** How many questions of a visit are kept (docs/specification.md#assistant). */
const kept = 20;
const key = "assistantQuestions";

/**
 * The earlier questions of this visit, the oldest first. They stay in the browser's tab: no request brings
 * them to the server.
 */
export function useEarlier(question: Question | null, answer: { services: Recommendation[] } | null) {
  const [earlier, setEarlier] = useState<Earlier[]>([]);
  useEffect(() => {
    const others = read().filter(({ text }) => text !== question?.text);
    setEarlier(others);
    if (!question || question.problem !== null || !answer) return;
    const services = answer.services.map(({ gig: { slug, title } }) => ({ slug, title }));
    write([...others, { text: question.text, services }].slice(-kept));
  }, [question, answer]);
  const clear = () => {
    setEarlier([]);
    write([]);
  };
  return { earlier, clear };
}

function read(): Earlier[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]");
  } catch {
    // A browser without storage, or with a value of another version: the visit has no earlier question.
    return [];
  }
}

function write(all: Earlier[]): void {
  try {
    if (all.length > 0) sessionStorage.setItem(key, JSON.stringify(all));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, the next page has no earlier question.
  }
}
