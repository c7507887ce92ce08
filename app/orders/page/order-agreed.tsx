import { Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import type { OrderView } from "#app/orders/page/order-view.ts";
import { Ticks } from "#app/ui/ticks.tsx";
import { FileList } from "#app/uploads/file-list.tsx";

/**
 * The offer that was accepted, and what the buyer wrote for the seller: with the order, and as answers. The
 * questions are left out while the answers form is shown, and once an order is closed without answers.
 */
export function OrderAgreed({ order, offer, events, party, otherName, transitions }: OrderView) {
  const { answers, questions } = order;
  const isForm = transitions.some(({ name }) => name === "answer");
  const hasQuestions = questions.length > 0 && !isForm && (answers !== null || order.stage !== "closed");
  const files = events.filter(({ kind }) => kind === "answered").flatMap((event) => event.files);
  return (
    <>
      {offer ? (
        <section className="mb-10">
          <h2 className="mb-4">Custom offer</h2>
          <div className="panel stack">
            <p className="whitespace-pre-wrap" dir="auto">
              {offer.text}
            </p>
            {offer.features.length > 0 ? <Ticks items={offer.features} /> : null}
            <p>
              <Link to={href("/offers/:id", { id: offer.id })}>
                {offer.edition === 1 ? "See the offer" : `See the offer (version ${offer.edition})`}
              </Link>
            </p>
          </div>
        </section>
      ) : null}
      {order.requirements ? (
        <section className="mb-10">
          <h2 className="mb-4">{party === "buyer" ? "Your note" : `${otherName}'s note`}</h2>
          <p className="panel whitespace-pre-wrap">{order.requirements}</p>
        </section>
      ) : null}
      {hasQuestions ? (
        <section className="mb-10">
          <h2 className="mb-4">Requirements</h2>
          <div className="panel stack">
            {answers ? (
              <dl className="stack">
                {questions.map(({ question }, index) => (
                  <div key={question}>
                    <dt className="label">{question}</dt>
                    <dd className="whitespace-pre-wrap">{answers[index] || "No answer"}</dd>
                  </div>
                ))}
              </dl>
            ) : (
              <>
                <p className="muted">Not answered yet</p>
                <ul className="stack">
                  {questions.map(({ question }) => (
                    <li key={question}>{question}</li>
                  ))}
                </ul>
              </>
            )}
            <FileList
              files={files}
              pathOf={(file) => href("/orders/:id/files/:file", { id: order.id, file })}
            />
          </div>
        </section>
      ) : null}
    </>
  );
}
