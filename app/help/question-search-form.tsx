import { Form } from "@remix-run/react";
import { href } from "#app/lib/href.ts";

/** The search in the questions, answered by /faq (docs/specification.md#faq-search). @param q its text */
export function QuestionSearchForm({ q = "" }: { q?: string }) {
  return (
    <Form action={href("/faq")} role="search" aria-label="Search the questions" className="ask-help row">
      <label className="vh" htmlFor="faq-q">
        Search the questions
      </label>
      <input
        key={q}
        className="in"
        id="faq-q"
        name="q"
        type="search"
        dir="auto"
        defaultValue={q}
        placeholder="Refund, receipt, password …"
        autoComplete="off"
      />
      <button type="submit" className="btn go">
        Search
      </button>
    </Form>
  );
}
