import { AnswersForm } from "#app/orders/page/answers-form.tsx";
import { DeliveryForm } from "#app/orders/page/delivery-form.tsx";
import { Considered, NoteForm, TransitionButton } from "#app/orders/page/note-form.tsx";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { PayButton } from "#app/orders/page/pay-button.tsx";
import { wordsOf } from "#app/orders/page/transition-words.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

type Props = OrderView & { payable: { gigId: string } | null; reply: TransitionReply | null };

/** What goes on as it should. */
const pressed: TransitionName[] = ["start", "complete"];
/** What goes on by words. */
const said: TransitionName[] = ["revise", "decline-cancel", "answer-refund"];
/** What cannot be taken back, or begins to. */
const grave: TransitionName[] = [
  "cancel",
  "accept-cancel",
  "accept-refund",
  "request-cancel",
  "request-refund",
];

/** Everything that the reader may do with an order now: a form each, and each works without scripts. */
export function OrderActions({ order, moves, payable, reply }: Props) {
  if (!payable && moves.length === 0) return null;
  const allowed = (names: TransitionName[]) => moves.filter(({ name }) => names.includes(name));
  const may = (name: TransitionName) => allowed([name]).length > 0;
  const left = order.revisions === -1 ? "" : ` (${order.revisions - order.revisionsUsed} left)`;
  const isOpen = (name: TransitionName) => reply?.move === name;
  return (
    <section className="mb-10 stack">
      <h2>Your move</h2>
      {payable ? (
        <PayButton orderId={order.id} bought={{ gigId: payable.gigId, packageId: order.packageId }} />
      ) : null}
      {may("answer") ? <AnswersForm order={order} reply={reply} /> : null}
      {may("deliver") ? <DeliveryForm orderId={order.id} reply={reply} /> : null}
      {allowed(pressed).map(({ name }, index) => (
        <TransitionButton
          key={name}
          order={order}
          name={name}
          className={index === 0 && !payable ? "btn go" : "btn"}
        />
      ))}
      {allowed(said).map(({ name }) => (
        <Considered
          key={name}
          label={`${wordsOf(name)?.label}${name === "revise" ? left : ""}`}
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
        </Considered>
      ))}
      {allowed(grave).map(({ name, money }) => (
        <Considered key={name} label={wordsOf(name)?.label ?? ""} open={isOpen(name)} money={money} danger>
          {wordsOf(name)?.ask ? (
            <NoteForm order={order} name={name} reply={reply} className="btn stop" />
          ) : (
            <div className="mt-4">
              <TransitionButton order={order} name={name} className="btn stop" />
            </div>
          )}
        </Considered>
      ))}
    </section>
  );
}
