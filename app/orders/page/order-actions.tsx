import { AnswersForm } from "#app/orders/page/answers-form.tsx";
import { DeliveryForm } from "#app/orders/page/delivery-form.tsx";
import { ConfirmDetails, NoteForm, TransitionButton } from "#app/orders/page/note-form.tsx";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { labelsOf } from "#app/orders/page/transition-labels.ts";
import { PayButton } from "#app/orders/pay-button.tsx";
import type { TransitionName } from "#app/orders/transitions.ts";

type Props = OrderView & { payable: { gigId: string } | null; reply: TransitionReply | null };

/** Buttons: the normal course of an order. */
const buttons: TransitionName[] = ["start", "complete"];
/** With a note, and without effect on the payment. */
const withNote: TransitionName[] = ["revise", "decline-cancel", "answer-refund"];
/** Final, or the first step to an end of the order. */
const withConfirmation: TransitionName[] = [
  "cancel",
  "accept-cancel",
  "accept-refund",
  "request-cancel",
  "request-refund",
];

/** Everything that the viewer may do now. Each is a form that works without scripts. */
export function OrderActions({ order, transitions, payable, reply }: Props) {
  if (!payable && transitions.length === 0) return null;
  const allowed = (names: TransitionName[]) => transitions.filter(({ name }) => names.includes(name));
  const may = (name: TransitionName) => allowed([name]).length > 0;
  const left = order.revisions === -1 ? "" : ` (${order.revisions - order.revisionsUsed} left)`;
  const isOpen = (name: TransitionName) => reply?.transition === name;
  return (
    <section className="mb-10 stack">
      <h2>Your move</h2>
      {payable ? (
        <PayButton orderId={order.id} bought={{ gigId: payable.gigId, packageId: order.packageId }} />
      ) : null}
      {may("answer") ? <AnswersForm order={order} reply={reply} /> : null}
      {may("deliver") ? <DeliveryForm orderId={order.id} reply={reply} /> : null}
      {allowed(buttons).map(({ name }, index) => (
        <TransitionButton
          key={name}
          order={order}
          name={name}
          className={index === 0 && !payable ? "btn go" : "btn"}
        />
      ))}
      {allowed(withNote).map(({ name }) => (
        <ConfirmDetails
          key={name}
          label={`${labelsOf(name)?.label}${name === "revise" ? left : ""}`}
          open={isOpen(name)}
          money={null}
        >
          <NoteForm
            order={order}
            name={name}
            reply={reply}
            hint={
              name === "revise"
                ? "Be as exact as you can, in 10 to 2,000 characters; each request uses one revision."
                : undefined
            }
          />
        </ConfirmDetails>
      ))}
      {allowed(withConfirmation).map(({ name, money }) => (
        <ConfirmDetails
          key={name}
          label={labelsOf(name)?.label ?? ""}
          open={isOpen(name)}
          money={money}
          danger
        >
          {labelsOf(name)?.noteLabel ? (
            <NoteForm order={order} name={name} reply={reply} className="btn stop" />
          ) : (
            <div className="mt-4">
              <TransitionButton order={order} name={name} className="btn stop" />
            </div>
          )}
        </ConfirmDetails>
      ))}
    </section>
  );
}
