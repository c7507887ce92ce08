import { href } from "#app/lib/href.ts";
import type { OrderView } from "#app/orders/page/order-view.ts";
import { FileList } from "#app/uploads/file-list.tsx";

/**
 * What the buyer wrote for the seller: with the order, and as answers to the seller's questions. While the
 * answers form is shown, the questions are left out.
 */
export function OrderAgreed({ order, events, party, otherName, transitions }: OrderView) {
  const isForm = transitions.some(({ name }) => name === "answer");
  const missing = order.stage === "closed" ? "Not answered" : "Not answered yet";
  const files = events.filter(({ kind }) => kind === "answered").flatMap((event) => event.files);
  return (
    <>
      {order.requirements ? (
        <section className="mb-10">
          <h2 className="mb-4">{party === "buyer" ? "Your note" : `${otherName}'s note`}</h2>
          <p className="panel whitespace-pre-wrap">{order.requirements}</p>
        </section>
      ) : null}
      {order.questions.length > 0 && !isForm ? (
        <section className="mb-10">
          <h2 className="mb-4">Requirements</h2>
          <div className="panel stack">
            <dl className="stack">
              {order.questions.map(({ question }, index) => (
                <div key={question}>
                  <dt className="label">{question}</dt>
                  <dd className="whitespace-pre-wrap">
                    {order.answers ? order.answers[index] || "No answer" : missing}
                  </dd>
                </div>
              ))}
            </dl>
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
