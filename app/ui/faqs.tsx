import { Icon } from "#app/ui/icon.tsx";

/** An accordion of questions. The first answer is open. */
export function Faqs({ faqs }: { faqs: { question: string; answer: string }[] }) {
  return (
    <div className="acc">
      {faqs.map(({ question, answer }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same, and none moves
        <details key={i} open={i === 0}>
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
