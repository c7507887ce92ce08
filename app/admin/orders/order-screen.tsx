import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { LostInput } from "#app/admin/lost-input.tsx";
import {
  AnswerPanel,
  EndPanel,
  readByParties,
  TimePanel,
  TransitionPanel,
} from "#app/admin/orders/action-panels.tsx";
import { hasOwnForm, type OperatorActionReply, partyRefusal } from "#app/admin/orders/operator-action.ts";
import { asksOperator, type Confirmation } from "#app/admin/orders/operator-confirmation.ts";
import { canResend, type RefundPreview } from "#app/admin/orders/operator-refund.ts";
import { OrderDetails } from "#app/admin/orders/order-fields.tsx";
import { adminOrdersPath } from "#app/admin/orders/order-filters.ts";
import { OrderHistory } from "#app/admin/orders/order-history.tsx";
import { OrderMoney } from "#app/admin/orders/order-money.tsx";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { RefundPanel, ResendRefundPanel } from "#app/admin/orders/refund-panels.tsx";
import { href } from "#app/lib/href.ts";
import { type Party, shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import type { TransitionName } from "#app/orders/transitions.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = {
  record: OrderRecord;
  dashboard: StripeDashboard | null;
  /** The operator's own role in this order; null if they have none. */
  party: Party | null;
  /** The conversation of the parties, if an operator may read it; null otherwise. */
  conversation: string | null;
  /** True if operators may open the order's files now. */
  filesAreOpen: boolean;
  late: boolean;
  /** What is waiting for a second operator; null: nothing. */
  proposal: { action: string; cents: number } | null;
  /** The due dates that passed before the work was delivered, each with the number of the event before it. */
  passed: { seq: number; at: number }[];
  /** What must happen next, as a sentence. */
  next: string;
  allowed: TransitionName[];
  /** The decision to confirm; null to show the order. */
  confirm: AskedDecision | null;
  /** True if another operator must approve the decision in `confirm`, or the previewed refund. */
  isProposed: boolean;
  refund: { refusal: string | null; leftCents: number; hasCleared: boolean; preview: RefundPreview | null };
  reply: OperatorActionReply | null;
};

/** A decision to confirm, and what its form sends. `call`: the failed refund, or empty. */
export type AskedDecision = Confirmation & { intent: string; call: string };

/** One order in the console: everything stored about it, and the operator's forms. */
export function OrderScreen(props: Props) {
  const { record, party, conversation, filesAreOpen, late, next, reply } = props;
  const { order } = record;
  if (props.confirm) return <ConfirmScreen {...props} asked={props.confirm} />;
  return (
    <DetailPage
      current="orders"
      list={{ label: "All orders", to: adminOrdersPath({}) }}
      heading={
        <>
          <h1>
            Order <span className="num">{`#${shortId(order.id)}`}</span>
          </h1>
          <OrderTags status={order.status} paymentStatus={order.paymentStatus} />
          {late ? <span className="tag bad">Late</span> : null}
          {order.hold === "none" ? null : <span className="tag wait">{`On hold: ${order.hold}`}</span>}
        </>
      }
      alert={reply?.formError ? <RefusalNote title={reply.formError} /> : null}
      forms={
        party ? (
          <div className="panel">
            <p>{`${partyRefusal}. Another operator needs to handle it.`}</p>
          </div>
        ) : (
          <OperatorForms {...props} />
        )
      }
    >
      <WaitingNote proposal={props.proposal} />
      <div className="next">
        <p className="serif">{next}</p>
      </div>
      {conversation === null ? null : (
        <p>
          <a className="more" href={href("/admin/conversations/:id", { id: conversation })}>
            Read the conversation
          </a>
        </p>
      )}
      <OrderDetails record={record} />
      <OrderHistory record={record} passed={props.passed} filesAreOpen={filesAreOpen} />
      <OrderMoney record={record} dashboard={props.dashboard} />
    </DetailPage>
  );
}

function ConfirmScreen({
  record: { order },
  isProposed,
  proposal,
  reply,
  asked,
}: Props & { asked: AskedDecision }) {
  const { intent, call, title, label, consequences } = asked;
  return (
    <ConfirmDecision
      current="orders"
      title={title}
      subject={`Order #${shortId(order.id)} · ${order.title}`}
      consequences={consequences}
      button={{ intent, label, kind: intent === "complete" ? "go" : "stop" }}
      isProposed={isProposed}
      proposal={proposal}
      reply={reply}
      hidden={{ version: order.version, ...(call ? { call } : {}) }}
      reasonHint={readByParties}
      back={href("/admin/orders/:id", { id: order.id })}
    />
  );
}

/** The forms for this order. The page shows the form error above them, so they do not repeat it. */
function OperatorForms({ record, allowed, isProposed, refund, reply }: Props) {
  const { order, calls } = record;
  const resendable = calls.filter(canResend);
  const common = { version: order.version, reply: reply && { ...reply, formError: null } };
  const isGone = (intent: string) => {
    if (intent === "answer" || intent === "ask-time") return !allowed.includes(intent);
    if (intent === "refund") return refund.refusal !== null || !refund.preview || !("back" in refund.preview);
    if (intent === "refund-again") return !resendable.some(({ id }) => id === reply?.id);
    return allowed.every((name) => hasOwnForm(name) || asksOperator(name));
  };
  return (
    <>
      {reply && isGone(reply.intent) ? (
        <LostInput texts={[...reply.answers, reply.days, reply.reason]} />
      ) : null}
      <TransitionPanel allowed={allowed} {...common} />
      {allowed.includes("answer") ? (
        <AnswerPanel questions={order.questions.map(({ question }) => question)} {...common} />
      ) : null}
      {allowed.includes("ask-time") ? <TimePanel {...common} /> : null}
      <EndPanel order={order} allowed={allowed} />
      {refund.refusal ? (
        <div className="panel stack">
          <h2>Refund an amount</h2>
          <p className="muted">{`${refund.refusal}.`}</p>
        </div>
      ) : (
        <RefundPanel orderId={order.id} isProposed={isProposed} {...refund} {...common} />
      )}
      {resendable.map((call) => (
        <ResendRefundPanel key={call.id} orderId={order.id} call={call} />
      ))}
    </>
  );
}
