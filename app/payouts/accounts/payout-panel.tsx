import { date, dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import type { PayoutState } from "#app/payouts/accounts/account.ts";
import type { PayoutView } from "#app/payouts/accounts/payout-view.server.ts";
import { SetupFields } from "#app/payouts/accounts/setup-fields.tsx";
import { Note } from "#app/ui/note.tsx";

/**
 * 'Getting paid' on /earnings: how far the seller is set up at Stripe, and what to do next (#payout-setup).
 */
export function PayoutPanel({ view }: { view: PayoutView }) {
  return (
    <section className="panel mt-5" aria-labelledby="getting-paid">
      <h2 id="getting-paid">Getting paid</h2>
      <Standing {...view} />
    </section>
  );
}

/** The button of each state: null while there is nothing to do. */
export const buttons: Record<PayoutState, { action: string; label: string } | null> = {
  none: { action: href("/earnings/setup"), label: "Set up payouts" },
  started: { action: href("/earnings/setup"), label: "Continue at Stripe" },
  asks: { action: href("/earnings/setup"), label: "Continue at Stripe" },
  checking: null,
  ready: { action: href("/earnings/bank"), label: "Change bank account" },
  "bank failed": { action: href("/earnings/bank"), label: "Change bank account" },
  off: null,
};

function Standing({ state, bank, failed, wanted, by, readAt, timeZone, asks }: PayoutView) {
  const button = buttons[state];
  return (
    <>
      {failed ? (
        <div className="mt-3">
          <Note kind="bad" title={failed.title}>
            <p>{`${failed.reason} ${failed.mend}`}</p>
          </Note>
        </div>
      ) : null}
      <p className="mt-3">{sentenceOf(state, bank, by === null ? null : date(by, timeZone))}</p>
      {state === "asks" && wanted.shown.length > 0 ? (
        <ul className="mt-3">
          {wanted.shown.map((one) => (
            <li key={one.text}>{one.by === null ? one.text : `${one.text}, by ${date(one.by, timeZone)}`}</li>
          ))}
          {wanted.more ? <li>More items are listed on Stripe's page</li> : null}
        </ul>
      ) : null}
      {button ? <SetupFields {...button} asks={asks} /> : null}
      {readAt === null ? null : (
        <p className="small muted mt-3">{`As Stripe told us on ${dateTime(readAt, timeZone)}`}</p>
      )}
    </>
  );
}

function sentenceOf(state: PayoutState, bank: string | null, by: string | null): string {
  switch (state) {
    case "none":
      return "Payouts are not set up. Stripe, our payment provider, asks who you are and for your bank account.";
    case "started":
      return "You have started to set up payouts. Continue where you left off.";
    case "asks":
      return by === null
        ? "Stripe needs more information from you."
        : `Stripe needs more information from you by ${by}.`;
    case "checking":
      return "Stripe is checking your details. We'll write to you when it has finished.";
    case "ready":
      return `Payouts are set up. ${bank ?? ""}`.trim();
    case "bank failed":
      return `Stripe has disabled your bank account${bank === null ? "" : ` (${bank})`}, because a payout to it failed. Please add a working one.`;
    case "off":
      return "Stripe can't pay you. Please write to us, and we'll look into it.";
  }
}
