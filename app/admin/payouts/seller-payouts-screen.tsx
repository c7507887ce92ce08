import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import { ConfirmDecision } from "#app/admin/confirm-decision.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { humanize } from "#app/admin/humanize.ts";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { LostInput } from "#app/admin/lost-input.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { type PayoutConfirmation, payoutConfirmationOf } from "#app/admin/payouts/payout-confirmation.ts";
import { leftOfTransfer, ownRefusal, type PayoutReply } from "#app/admin/payouts/payout-decision.ts";
import { lostOf, PayoutForms, payoutConfirmPath } from "#app/admin/payouts/payout-forms.tsx";
import { payoutsPath } from "#app/admin/payouts/payout-search.ts";
import type { SellerPayouts } from "#app/admin/payouts/seller-payouts.server.ts";
import { Pager } from "#app/admin/queue-page.tsx";
import { StripeId } from "#app/admin/stripe-id.tsx";
import { accountName } from "#app/admin/users/account-name.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { currencyAmount } from "#app/lib/currencies.ts";
import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { StripeDashboard } from "#app/payments/stripe-dashboard.ts";
import { bankLine, stateOf } from "#app/payouts/accounts/account.ts";
import { shownRequirements } from "#app/payouts/accounts/requirements.ts";
import { stateText } from "#app/payouts/order-earnings.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = SellerPayouts & {
  /** The order after which the list of waiting orders starts; null: its first page. */
  before: string | null;
  /** What is waiting for a second operator; null: nothing. */
  proposal: { action: string; cents: number } | null;
  /** True if the payouts are the operator's own. */
  isOwn: boolean;
  /** The decision that the address asks to confirm, and what it is about. */
  asked: { confirm: string | null; id: string };
  /** True if another operator must confirm that decision, or a payment of everything that has cleared. */
  isProposed: boolean;
  reply: PayoutReply | null;
  dashboard: StripeDashboard | null;
};

/** @param person a deleted account has no name */
export function payoutsTitle({ fullName }: Props["person"]): string {
  return `Payouts of ${fullName || "a deleted account"}`;
}

/** One person's payouts in the console: sums, account, what is waiting, what was sent, and the decisions. */
export function SellerPayoutsScreen(props: Props) {
  const { person, sums, hold, isOwn, asked, reply } = props;
  const confirmation = isOwn ? null : payoutConfirmationOf(props, asked.confirm, asked.id);
  if (confirmation) return <ConfirmScreen {...props} confirmation={confirmation} />;
  return (
    <DetailPage
      current="payouts"
      list={{ label: "All payouts", to: payoutsPath({}) }}
      heading={
        <>
          <h1>{payoutsTitle(person)}</h1>
          {hold ? <span className="tag wait">On hold</span> : null}
          {person.suspendedAt === null ? null : <span className="tag bad">Suspended</span>}
          {person.deletedAt === null ? null : <span className="tag">Deleted</span>}
        </>
      }
      alert={reply?.formError ? <RefusalNote title={reply.formError} /> : null}
      forms={
        isOwn ? (
          <div className="panel">
            <p>{ownRefusal}</p>
          </div>
        ) : (
          <PayoutForms {...props} reply={reply && { ...reply, formError: null }} />
        )
      }
    >
      <WaitingNote proposal={props.proposal} />
      <DescriptionList
        items={[
          ["User", <UserLink key="user" {...person} />],
          ["Pending", exactDollars(sums.pendingCents)],
          ["Clearing", exactDollars(sums.clearingCents)],
          ["Waiting", exactDollars(sums.waitingCents)],
          ["On its way", exactDollars(sums.underWayCents)],
          ["Paid out", exactDollars(sums.paidCents)],
          ["Owed back", exactDollars(sums.owedCents)],
        ]}
      />
      <AccountFacts account={props.account} dashboard={props.dashboard} />
      <WaitingOrders {...props} />
      <Debts {...props} />
      <Transfers {...props} />
      <LogList title="Bank payouts" empty="None yet">
        {props.payouts.map(
          ({ id, stripeAccount, amount, currency, state, failureCode, createdAt, arrivesAt }) => (
            <li key={id}>
              <b className="num">{currencyAmount(amount, currency)}</b>{" "}
              <span className={`tag ${state === "failed" ? "bad" : state === "paid" ? "ok" : "wait"}`}>
                {humanize(state)}
              </span>
              {failureCode === null ? null : ` ${failureCode}`}{" "}
              <span className="tiny muted num">
                {`${dateTime(createdAt)} · arrives ${date(arrivesAt)} · `}
                <StripeId id={id} dashboard={props.dashboard} account={stripeAccount} />
              </span>
            </li>
          ),
        )}
      </LogList>
      <LogList title="Holds" empty="None">
        {props.holds.map(({ id, kind, reason, at, until, endedAt }) => (
          <li key={id}>
            <span className="tiny muted num">
              {`${dateTime(at)} · by ${kind === "owner" ? "the seller" : "an operator"} · ${endedAt === null ? `until ${date(until)}` : `ended ${dateTime(endedAt)}`}`}
            </span>
            <p>{reason}</p>
          </li>
        ))}
      </LogList>
      <AuditList rows={props.audit} />
    </DetailPage>
  );
}

function AccountFacts({ account, dashboard }: Pick<Props, "account" | "dashboard">) {
  if (!account)
    return (
      <section className="mt-6">
        <h2 className="mb-3">Account at Stripe</h2>
        <p className="muted">No account is open.</p>
      </section>
    );
  const { shown, more } = shownRequirements(account.requirements);
  const wanted = [
    ...shown.map(({ text, by }) => (by === null ? text : `${text}, by ${date(by)}`)),
    ...(more ? ["more"] : []),
  ];
  const reasons = (list: string[]) => (list.length > 0 ? `: ${list.join(", ")}` : "");
  return (
    <section className="mt-6">
      <h2 className="mb-3">Account at Stripe</h2>
      <DescriptionList
        items={[
          ["State", humanize(stateOf(account))],
          ["Transfers", `${account.transfers}${reasons(account.transfersReasons)}`],
          ["Payouts", `${account.payouts}${reasons(account.payoutsReasons)}`],
          ["Stripe wants", wanted.length > 0 ? wanted.join(" · ") : "nothing"],
          [
            "Bank account",
            account.bankSince === null
              ? "none"
              : `${bankLine(account) ?? "none"}, since ${dateTime(account.bankSince)}${account.bankErrored ? ", disabled" : ""}`,
          ],
          ["Country", account.country],
          ["Last read", account.readAt === null ? "never" : dateTime(account.readAt)],
          [
            "ID",
            account.stripeId === null ? (
              "none yet"
            ) : (
              <StripeId key="id" id={account.stripeId} dashboard={dashboard} />
            ),
          ],
        ]}
      />
    </section>
  );
}

function WaitingOrders({ person, waiting, before }: Props) {
  const path = href("/admin/payouts/:id", { id: person.id });
  return (
    <>
      <LogList title="Orders waiting" empty="None">
        {waiting.rows.map(({ orderId, leftCents, state }) => (
          <li key={orderId}>
            <OrderLink id={orderId} /> <b className="num">{exactDollars(leftCents)}</b>
            <p>{stateText(state, null)}</p>
          </li>
        ))}
      </LogList>
      <Pager
        first={before === null ? null : path}
        next={waiting.next === null ? null : `${path}?before=${waiting.next}`}
      />
    </>
  );
}

function Debts({ person, debts, isOwn }: Props) {
  return (
    <LogList title="Debts" empty="None">
      {debts.map(({ orderId, cents, since }) => (
        <li key={orderId}>
          <OrderLink id={orderId} /> <b className="num">{exactDollars(cents)}</b>{" "}
          <span className="tiny muted num">{`since ${dateTime(since)}`}</span>
          {isOwn ? null : (
            <p>
              <a className="more" href={payoutConfirmPath(person.id, "write-off", orderId)}>
                Write off
              </a>
            </p>
          )}
        </li>
      ))}
    </LogList>
  );
}

function Transfers({ person, transfers, isOwn }: Props) {
  return (
    <LogList title="Transfers" empty="None yet">
      {transfers.map((transfer) => {
        const { id, orderId, cents, reversedCents, open, refusal, reversalError, at, confirmedAt } = transfer;
        const state = open ? (confirmedAt === null ? "under way" : "sent") : "refused";
        const canReverse = open && confirmedAt !== null && leftOfTransfer(transfer) > 0;
        return (
          <li key={id}>
            <OrderLink id={orderId} /> <b className="num">{exactDollars(cents)}</b>{" "}
            <span className={`tag ${state === "sent" ? "ok" : state === "refused" ? "bad" : "wait"}`}>
              {state}
            </span>
            {refusal === null ? null : ` ${refusal}`}
            {reversedCents > 0 ? `, ${exactDollars(reversedCents)} taken back` : null}{" "}
            <span className="tiny muted num">{dateTime(at)}</span>
            {reversalError === null ? null : (
              <p className="tiny muted">{`Stripe refused to take an amount back: ${reversalError}`}</p>
            )}
            {canReverse && !isOwn ? (
              <p>
                <a className="more" href={payoutConfirmPath(person.id, "reverse", id)}>
                  Take back
                </a>
              </p>
            ) : null}
          </li>
        );
      })}
    </LogList>
  );
}

function ConfirmScreen(props: Props & { confirmation: PayoutConfirmation }) {
  const { person, version, reply, asked, isProposed, confirmation } = props;
  const { intent, title, label, consequences, refusal } = confirmation;
  const back = href("/admin/payouts/:id", { id: person.id });
  const mine = reply?.intent === intent ? reply : null;
  return (
    <ConfirmDecision
      current="payouts"
      title={title}
      subject={`${person.fullName} · ${accountName(person.username)}`}
      consequences={
        // The operator types the amount, so this page does not know whether it is above the limit.
        isProposed && intent === "pay-by-hand"
          ? [
              ...consequences,
              "Above the limit in Settings, another operator must confirm it before it is booked.",
            ]
          : consequences
      }
      isProposed={isProposed && intent === "write-off"}
      proposal={props.proposal}
      button={refusal === null ? { intent, label, kind: "stop" } : null}
      refusal={refusal}
      reply={mine}
      hidden={{ version, id: asked.id }}
      errors={{ amount: mine?.errors.amount, reference: mine?.errors.reference }}
      back={back}
      lost={mine ? <LostInput {...lostOf(mine)} /> : null}
    >
      {confirmation.maxCents === null ? null : (
        <Field
          name="amount"
          label="Amount in dollars"
          hint={`At most ${exactDollars(confirmation.maxCents)}.`}
          inputMode="decimal"
          defaultValue={mine?.amount ?? (confirmation.maxCents / 100).toFixed(2)}
          error={mine?.errors.amount ?? undefined}
          required
        />
      )}
      {intent === "pay-by-hand" ? (
        <Field
          name="reference"
          label="The bank's reference"
          defaultValue={mine?.reference ?? ""}
          error={mine?.errors.reference ?? undefined}
          required
        />
      ) : null}
    </ConfirmDecision>
  );
}
