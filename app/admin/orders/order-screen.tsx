import { AdminFrame } from "#app/admin/admin-frame.tsx";
import {
  AnswerPanel,
  type OperatorActionReply,
  RefundAgainPanel,
  RefundPanel,
  TransitionPanel,
  Typed,
} from "#app/admin/orders/action-panels.tsx";
import { canResend, partyRefusal, type RefundPreview } from "#app/admin/orders/operator-action.ts";
import { OrderDetails } from "#app/admin/orders/order-details.tsx";
import { OrderHistory } from "#app/admin/orders/order-history.tsx";
import { OrderMoney } from "#app/admin/orders/order-money.tsx";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { adminOrdersPath } from "#app/admin/orders/order-search.ts";
import { type Party, shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import type { TransitionName } from "#app/orders/transitions.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  record: OrderRecord;
  stuck: number | null;
  /** The operator's own side of this order; null: they are none. */
  party: Party | null;
  late: boolean;
  next: string;
  allowed: TransitionName[];
  refund: { refusal: string | null; leftCents: number; shown: RefundPreview | null };
  reply: OperatorActionReply | null;
};

/** One order in the console: everything that is held of it, and what an operator can do. */
export function OrderScreen(props: Props) {
  const { record, stuck, party, late, next, reply } = props;
  const { order } = record;
  return (
    <AdminFrame current="orders" stuck={stuck}>
      <p className="mt-5">
        <a className="more" href={adminOrdersPath({})}>
          All orders
        </a>
      </p>
      <div className="row mt-3 mb-5">
        <h1>
          Order <span className="num">#{shortId(order.id)}</span>
        </h1>
        <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
        {late ? <span className="tag bad">Late</span> : null}
        {order.hold === "none" ? null : <span className="tag wait">On hold: {order.hold}</span>}
      </div>
      {reply?.formError ? (
        <div className="mb-6">
          <Note kind="bad" title={reply.formError} />
        </div>
      ) : null}
      <div className="desk">
        <div className="stack">
          <div className="next">
            <p className="serif">{next}</p>
          </div>
          <OrderDetails record={record} />
          <OrderHistory record={record} />
          <OrderMoney record={record} />
        </div>
        <div className="stack">
          {party ? (
            <div className="panel">
              <p>{partyRefusal}. Another operator looks after it.</p>
            </div>
          ) : (
            <Interventions {...props} />
          )}
        </div>
      </div>
    </AdminFrame>
  );
}

/** The forms; what is wrong with one as a whole stands above the page. */
function Interventions({ record, allowed, refund, reply }: Props) {
  const { order, calls } = record;
  const again = calls.filter(canResend);
  const common = { version: order.version, reply: reply && { ...reply, formError: null } };
  const isGone = (intent: string) => {
    if (intent === "answer") return !allowed.includes("answer");
    if (intent === "refund") return refund.refusal !== null || !refund.shown || !("back" in refund.shown);
    if (intent === "refund-again") return !again.some(({ id }) => id === reply?.call);
    return allowed.every((name) => name === "answer");
  };
  return (
    <>
      {reply && isGone(reply.intent) ? <Typed reply={reply} /> : null}
      <TransitionPanel allowed={allowed} {...common} />
      {allowed.includes("answer") ? (
        <AnswerPanel questions={order.questions.map(({ question }) => question)} {...common} />
      ) : null}
      {refund.refusal ? (
        <div className="panel stack">
          <h2>Refund an amount</h2>
          <p className="muted">{refund.refusal}.</p>
        </div>
      ) : (
        <RefundPanel orderId={order.id} leftCents={refund.leftCents} shown={refund.shown} {...common} />
      )}
      {again.map((call) => (
        <RefundAgainPanel key={call.id} call={call} {...common} />
      ))}
    </>
  );
}
