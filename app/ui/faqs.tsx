import { Icon } from "#app/ui/icon.tsx";

/** Questions with their answers folded away; the first answer is open (LOOK.md section 5, accordion). */
export function Faqs({ faqs }: { faqs: { question: string; answer: string }[] }) {
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
