import { Icon } from "#app/ui/icon.tsx";
import type { GigFaq } from "#drizzle/schema.ts";

/** What buyers ask before they order; the first answer is open (LOOK.md section 5, accordion). */
export function GigFaqs({ faqs }: { faqs: GigFaq[] }) {
  return (
    <div className="acc">
      {faqs.map(({ question, answer }, i) => (
        <details key={question} open={i === 0}>
          <summary>
            {question}
            <Icon name="plus" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
