import { DecisionForm } from "#app/admin/decision-form.tsx";
import { Folded } from "#app/admin/folded.tsx";
import { listPath } from "#app/admin/list-search.ts";
import { LostInput } from "#app/admin/lost-input.tsx";
import type { ConfirmedIntent, PayoutIntent, PayoutReply } from "#app/admin/payouts/payout-decision.ts";
import { maxByHand, refusalToHandPayment } from "#app/admin/payouts/payout-decision.ts";
import type { SellerPayouts } from "#app/admin/payouts/seller-payouts.server.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { maxHold } from "#app/payouts/holds/hold.ts";
import { Field } from "#app/ui/forms/field.tsx";

type Props = SellerPayouts & { reply: PayoutReply | null };

/** The address that confirms a decision. @param id the transfer, or the order whose debt is meant */
export function payoutConfirmPath(userId: string, confirm: ConfirmedIntent, id?: string): string {
  return listPath(href("/admin/payouts/:id", { id: userId }), { confirm, id });
}

const readBySeller = "At least 10 characters. The seller reads it, and it stays in the audit log.";

/** The forms about a person's payouts. Each shows its own reply. */
export function PayoutForms(props: Props) {
  const { person, account, hold, reply } = props;
  const of = (...intents: PayoutIntent[]) =>
    reply && intents.some((intent) => intent === reply.intent) ? reply : null;
  const canPay = refusalToHandPayment(props, maxByHand(props)) === null;
  return (
    <>
      {reply && isGone(props, reply) ? <LostInput {...lostOf(reply)} /> : null}
      {hold ? (
        <>
          <HoldForm
            heading="Renew the hold"
            hint={`The payouts are on hold until ${date(hold.until)}. The days count from today.`}
            button={{ intent: "renew", label: "Renew the hold" }}
            hidden={{ id: hold.id, version: hold.until }}
            reply={of("renew")}
          />
          <DecisionForm
            reply={of("release")}
            heading="End the hold"
            hidden={{ id: hold.id, version: hold.until }}
            reasonId="release-reason"
            buttons={[{ intent: "release", label: "End the hold", kind: "go" }]}
          />
        </>
      ) : person.deletedAt === null ? (
        <HoldForm
          heading="Put payouts on hold"
          hint="Nothing is transferred until the hold ends."
          button={{ intent: "hold", label: "Put payouts on hold", kind: "stop" }}
          hidden={{}}
          reply={of("hold")}
        />
      ) : null}
      <DecisionForm
        reply={of("try-again")}
        heading="Try again"
        hint="Earnings that were refused, or that wait for a change, are tried again within a minute."
        reasonId="try-reason"
        buttons={[{ intent: "try-again", label: "Try again" }]}
      />
      {account?.stripeId ? (
        <DecisionForm
          reply={of("read-again")}
          heading="Refresh from Stripe"
          hint="Asks Stripe for the account's current state."
          reasonId="read-reason"
          buttons={[{ intent: "read-again", label: "Refresh from Stripe" }]}
        />
      ) : null}
      {canPay ? (
        <Folded heading="Pay by hand">
          <p className="muted">For people whom Stripe cannot pay. The next page asks for the amount.</p>
          <div className="row">
            <a className="btn" href={payoutConfirmPath(person.id, "pay-by-hand")}>
              Record a manual payment
            </a>
          </div>
        </Folded>
      ) : null}
    </>
  );
}

type HoldProps = {
  heading: string;
  hint: string;
  button: { intent: "hold" | "renew"; label: string; kind?: "stop" };
  /** The hold to renew; empty for a new one. */
  hidden: Record<string, string | number>;
  reply: PayoutReply | null;
};

function HoldForm({ heading, hint, button, hidden, reply }: HoldProps) {
  return (
    <DecisionForm
      reply={reply}
      heading={heading}
      hint={hint}
      hidden={hidden}
      errors={{ days: reply?.errors.days }}
      reasonId="hold-reason"
      reasonHint={readBySeller}
      buttons={[button]}
    >
      <Field
        name="days"
        label="For how many days?"
        hint={`1 to ${maxHold}`}
        inputMode="numeric"
        defaultValue={reply?.days ?? ""}
        error={reply?.errors.days ?? undefined}
        required
      />
    </DecisionForm>
  );
}

/** True if the page no longer has the form that was refused. */
function isGone({ person, hold, account }: Props, { intent }: PayoutReply): boolean {
  if (intent === "hold") return hold !== null || person.deletedAt !== null;
  if (intent === "renew" || intent === "release") return hold === null;
  if (intent === "read-again") return !account?.stripeId;
  return intent !== "try-again";
}

/** What was typed, and the errors of the fields. */
export function lostOf({ amount, days, reference, reason, errors }: PayoutReply) {
  return {
    texts: [amount, days, reference, reason],
    errors: Object.values(errors).flatMap((sentences) => sentences ?? []),
  };
}
