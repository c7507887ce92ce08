import { Form, Link } from "@remix-run/react";
import { exactDollars } from "#app/lib/money.ts";
import { orderPath, shortId } from "#app/orders/order.ts";
import type { OrderInFlight } from "#app/payments/in-flight.server.ts";
import { inFlightText } from "#app/payments/in-flight.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  /** The orders that block the deletion. */
  ordersInFlight: OrderInFlight[];
  /** Earnings that were not paid out, in cents. */
  owedCents: number;
  /** The user has a second factor and this session has not used it. */
  needsSecondFactor: boolean;
  /** `answer` differs for each reply: as the key of the password field it empties the field. */
  errors: { password: string[]; form: string[]; answer: string };
};

/** The data tab: export and deletion (docs/specification.md#account-screens). */
export function DataScreen({ ordersInFlight, owedCents, needsSecondFactor, errors }: Props) {
  return (
    <ProfileFrame current="data">
      <section className="stack mt-6 max-w-2xl">
        <h2>What we hold about you</h2>
        <p>
          Your account and profile, where you signed in and when, your orders with their payments, answers,
          notes and files (each with its address, where you fetch it while you are signed in), your reviews,
          your messages, what you offer, and which mails we sent you. Never your card: it stays with Stripe.
          The copy is one file in JSON, for you to read or to take elsewhere; passwords, secrets and codes are
          not in it.
        </p>
        <p>
          <a className="btn" href="/profile/export">
            Download your data
          </a>
        </p>
      </section>
      <section className="stack mt-10 max-w-2xl">
        <h2>Delete account</h2>
        {ordersInFlight.length > 0 ? (
          <MoneyInFlight orders={ordersInFlight} form={errors.form} />
        ) : (
          <Delete owedCents={owedCents} needsSecondFactor={needsSecondFactor} errors={errors} />
        )}
      </section>
    </ProfileFrame>
  );
}

/** Lists the orders that block the deletion, each with its reason. */
function MoneyInFlight({ orders, form }: { orders: OrderInFlight[]; form: string[] }) {
  return (
    <>
      <ErrorSummary errors={{}} form={form} />
      <Note kind="amber" title="Your account can be deleted when no money is on its way">
        <ul>
          {orders.map(({ id, title, party, reason }) => (
            <li key={id}>
              <Link to={orderPath(id)}>
                {title} (#{shortId(id)})
              </Link>
              : {inFlightText(reason, party)}
            </li>
          ))}
        </ul>
      </Note>
    </>
  );
}

/** What a deletion does, and its form. */
function Delete({ owedCents, needsSecondFactor, errors }: Omit<Props, "ordersInFlight">) {
  return (
    <>
      <p>
        Your profile, address, picture, sign-in and second factors are erased, and your services are taken off
        the market. What others took part in stays without your name: orders and their books, messages (they
        are from “User”) and reviews (“Anonymous”). Answers, notes and files of your orders stay with the
        other side's order, as they were sent. Orders that were never paid are cancelled. Nobody else can take
        your username for 90 days. Pages that are kept for quick answers may show it a few minutes longer.
        This cannot be undone.
      </p>
      {owedCents > 0 ? (
        <Note kind="amber" title={`${exactDollars(owedCents)} of your earnings were not paid out`}>
          <p>
            They stay yours. The mail that confirms the deletion names the number under which our books keep
            them.
          </p>
        </Note>
      ) : null}
      {needsSecondFactor ? (
        <>
          <ErrorSummary errors={{}} form={errors.form} />
          <Note kind="plain" icon="lock" title="Your second factor is needed to delete your account">
            <p>You signed in here without it. Sign out, and sign in with it.</p>
          </Note>
        </>
      ) : (
        <Form method="post" className="panel max-w-md" noValidate reloadDocument>
          <ErrorSummary errors={{ password: errors.password }} form={errors.form} />
          <Field
            key={errors.answer}
            name="password"
            label="Password"
            hint="So that we know it is you."
            type="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
          <Submit className="btn stop mt-6" pendingText="Processing...">
            Delete account
          </Submit>
        </Form>
      )}
    </>
  );
}
