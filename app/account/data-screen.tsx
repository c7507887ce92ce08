import { Form, Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { inFlightText, type MoneyInFlight } from "#app/payouts/in-flight.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/**
 * Why a deletion was refused. `orders`: what blocks it, read at the time of the attempt. `leaves`: the user
 * has ticked the checkbox. `answer` is different for each reply: as the key of the password field it empties
 * the field.
 */
export type DeletionReply = {
  password: string[];
  form: string[];
  orders: MoneyInFlight[];
  leaves: boolean;
  answer: string;
};

type Props = {
  /** What blocks a deletion, whatever the user chooses. */
  ordersInFlight: MoneyInFlight[];
  /** Earnings that were not paid out, in cents. */
  owedCents: number;
  isOperator: boolean;
  /** The user has a second factor and this session has not used it. */
  needsSecondFactor: boolean;
  /** The viewer's; null: UTC. */
  timeZone: string | null;
  errors: DeletionReply;
};

/** The data tab: export and deletion (docs/specification.md#account-screens). */
export function DataScreen({ ordersInFlight, errors, timeZone, ...rest }: Props) {
  return (
    <ProfileFrame current="data">
      <section className="panel stack mt-6">
        <h2>Your data</h2>
        <p>
          You get one JSON file with your account and profile, your sign-ins, your orders with their payments,
          answers, notes and files (as links that work while you are signed in), your reviews, your messages
          and offers, your services, and a list of the emails we sent you. Passwords, secrets and codes are
          not in it. Neither is your card: only Stripe has it.
        </p>
        <p>
          <a className="btn" href="/profile/export">
            Download your data
          </a>
        </p>
      </section>
      <section className="panel stack mt-6">
        <h2>Delete account</h2>
        {ordersInFlight.length > 0 ? (
          <>
            <ErrorSummary errors={{}} form={errors.form} />
            <MoneyList all={ordersInFlight} timeZone={timeZone} />
          </>
        ) : (
          <Delete {...{ ...rest, timeZone, errors }} />
        )}
      </section>
    </ProfileFrame>
  );
}

/** Lists what blocks a deletion, each with its reason. */
function MoneyList({ all, timeZone }: { all: MoneyInFlight[]; timeZone: string | null }) {
  return (
    <Note kind="amber" title="You can delete your account once no money is on its way">
      <ul>
        {all.map((one) => (
          <li key={one.id}>
            {one.of === "order" ? (
              <Link to={href("/orders/:id", { id: one.id })}>{`${one.title} (#${shortId(one.id)})`}</Link>
            ) : (
              one.title
            )}
            {`: ${inFlightText(one, timeZone)}`}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** What a deletion does, and its form. */
function Delete({
  owedCents,
  isOperator,
  needsSecondFactor,
  timeZone,
  errors,
}: Omit<Props, "ordersInFlight">) {
  return (
    <>
      <p>
        We erase your profile, address, picture, password and two-step verification, and remove your services
        from the market. What you shared with others stays, without your name: orders and their payments,
        messages (from “User”) and reviews (from “Anonymous”). Answers, notes and files that you sent with an
        order stay with it. Unpaid orders are cancelled. No one else can take your username for 90 days. Some
        pages may show it for a few more minutes. You can't undo this.
      </p>
      {owedCents > 0 ? (
        <Note kind="amber" title={`${exactDollars(owedCents)} of your earnings have not been paid out`}>
          <p>
            <Link to={href("/earnings")}>Set up payouts</Link> to receive them before you go. You can also
            leave them with us: they stay yours, and we pay them by hand. The email that confirms the deletion
            has the number you need to claim them.
          </p>
        </Note>
      ) : null}
      {isOperator ? (
        <>
          <ErrorSummary errors={{}} form={errors.form} />
          <Note kind="plain" icon="lock" title="Operators can't delete their account">
            <p>
              Another operator needs to <Link to={href("/admin/operators")}>remove your role</Link> first.
            </p>
          </Note>
        </>
      ) : needsSecondFactor ? (
        <>
          <ErrorSummary errors={{}} form={errors.form} />
          <Note kind="plain" icon="lock" title="A two-step code is needed to delete your account">
            <p>You signed in here without one. Sign out, then sign in with a code.</p>
          </Note>
        </>
      ) : (
        <Form method="post" className="max-w-md" noValidate reloadDocument>
          <ErrorSummary errors={{ password: errors.password }} form={errors.form} />
          {errors.orders.length > 0 ? <MoneyList all={errors.orders} timeZone={timeZone} /> : null}
          {owedCents > 0 ? (
            <label className="pick">
              <input type="checkbox" name="leave" value="yes" defaultChecked={errors.leaves} />
              {`Leave ${exactDollars(owedCents)} with you. I'll claim it with the number in the email.`}
            </label>
          ) : null}
          <PasswordField
            key={errors.answer}
            kind="current"
            name="password"
            label="Password"
            hint="To confirm that it's you."
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
