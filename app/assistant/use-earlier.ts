import { useEffect, useState } from "react";
import { type Earlier, parseEarlier, withEarlier } from "#app/assistant/earlier.ts";
import type { Question } from "#app/assistant/question.ts";
import type { Recommendation } from "#app/assistant/recommendations.server.ts";

const key = "assistantQuestions";

/**
 * The earlier questions of this visit, oldest first. They stay in the browser's tab and are never sent to the
 * server.
 */
export function useEarlier(question: Question | null, answer: { services: Recommendation[] } | null) {
  const [earlier, setEarlier] = useState<Earlier[]>([]);
  useEffect(() => {
    const stored = read();
    setEarlier(stored.filter(({ text }) => text !== question?.text));
    if (!question || question.problem !== null || !answer) return;
    const services = answer.services.map(({ gig: { slug, title } }) => ({ slug, title }));
    write(withEarlier(stored, { text: question.text, services }));
  }, [question, answer]);
  const clear = () => {
    setEarlier([]);
    write([]);
  };
  return { earlier, clear };
}

function read(): Earlier[] {
  try {
    return parseEarlier(sessionStorage.getItem(key));
  } catch {
    // Without storage, the visit has no earlier questions.
    return [];
  }
}

function write(all: Earlier[]): void {
  try {
    if (all.length > 0) sessionStorage.setItem(key, JSON.stringify(all));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, the next page has no earlier questions.
  }
}
