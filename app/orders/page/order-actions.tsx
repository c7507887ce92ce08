import { Link } from "@remix-run/react";
import { AnswersForm } from "#app/orders/page/answers-form.tsx";
import { confirmPath } from "#app/orders/page/confirm-screen.tsx";
import { DeliveryForm } from "#app/orders/page/delivery-form.tsx";
import { ConfirmButton, NoteDetails, TransitionButton } from "#app/orders/page/note-form.tsx";
import { isAnswer, type OrderView, type TransitionReply } from "#app/orders/page/order-view.ts";
import { PayButton } from "#app/orders/pay-button.tsx";
import type { TransitionName } from "#app/orders/transitions.ts";

type Props = OrderView & { payable: { gigId: string } | null; reply: TransitionReply | null };

/**
 * The actions that move the order forward, apart from the answer to a delivery and a late questionnaire. Each
 * works without scripts.
 */
export function OrderActions(view: Props) {
  const { order, transitions, payable, reply, delivery, request } = view;
  const may = (name: TransitionName) => transitions.some((offered) => offered.name === name);
  const answers = transitions.filter(({ name }) => isAnswer(name));
  const mayCompleteEarly = may("complete") && delivery === null;
  const askTime = transitions.find(({ name }) => name === "ask-time");
  const mayAnswer = may("answer") && delivery === null;
  const isAny = ["deliver", "start", "withdraw-refund"] satisfies TransitionName[];
  if (!payable && answers.length === 0 && !mayCompleteEarly && !mayAnswer && !isAny.some(may)) return null;
  return (
    <section className="mb-10 stack unprinted">
      <h2>What you can do next</h2>
      {request ? (
        <blockquote className="panel">
          <p className="small muted">{`${request.actor} wrote`}</p>
          <p className="whitespace-pre-wrap">{request.note}</p>
        </blockquote>
      ) : null}
      {answers.map((offered) =>
        offered.name === "allow-time" || offered.name === "keep-date" ? (
          <TransitionButton
            key={offered.name}
            order={order}
            name={offered.name}
            className={offered.name === "allow-time" ? "btn go" : "btn"}
          />
        ) : offered.name.startsWith("accept") ? (
          <ConfirmButton key={offered.name} order={order} name={offered.name} className="btn go" />
        ) : (
          <NoteDetails key={offered.name} order={order} offered={offered} reply={reply} />
        ),
      )}
      {payable ? (
        <PayButton orderId={order.id} bought={{ gigId: payable.gigId, packageId: order.packageId }} />
      ) : null}
      {may("withdraw-refund") ? <ConfirmButton order={order} name="withdraw-refund" /> : null}
      {mayAnswer ? <AnswersForm order={order} reply={reply} /> : null}
      {may("start") ? <TransitionButton order={order} name="start" /> : null}
      {may("deliver") ? <DeliveryForm orderId={order.id} reply={reply} /> : null}
      {askTime ? <NoteDetails order={order} offered={askTime} reply={reply} /> : null}
      {mayCompleteEarly ? (
        <p className="small">
          {"Do you already have what you ordered? "}
          <Link to={confirmPath(order, "complete")}>Complete without a delivery</Link>
        </p>
      ) : null}
    </section>
  );
}

/** The seller's questions that are still open once the work has been delivered, collapsed until opened. */
export function LateQuestions({ order, transitions, delivery, reply }: Omit<Props, "payable">) {
  if (delivery === null || !transitions.some(({ name }) => name === "answer")) return null;
  return (
    <details className="mb-10" open={reply?.transition === "answer"}>
      <summary className="btn">Answer the seller's questions</summary>
      <div className="mt-4">
        <AnswersForm order={order} reply={reply} />
      </div>
    </details>
  );
}

/** The ways to end or reverse an order, at the end of its page. */
export function OrderProblems({ order, transitions }: Pick<OrderView, "order" | "transitions">) {
  const waysOut: TransitionName[] = ["cancel", "refuse", "request-cancel", "request-refund"];
  const offered = transitions.filter(({ name }) => waysOut.includes(name));
  if (offered.length === 0) return null;
  return (
    <section className="panel stack unprinted">
      <h2 className="text-xl">Is something wrong?</h2>
      {offered.map(({ name, consequence }) => (
        <div key={name} className="stack">
          {consequence ? <p className="small">{consequence}</p> : null}
          <ConfirmButton order={order} name={name} className="btn stop wide" />
        </div>
      ))}
    </section>
  );
}
