import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = {
  redirectTo: string;
  /** True while signing in: the user can start over with another account. */
  isPending: boolean;
  /** Why the account accepts no code for now, and the wait as text (`12 minutes`); null if it does. */
  lock: { isDay: boolean; wait: string } | null;
  canSendSms: boolean;
  /** The id of the chosen factor; null for the first one. */
  factor: string | null;
  factors: { id: string; factorType: "totp" | "phone"; friendlyName: string; phone: string | null }[];
  lastResult: SubmissionResult | undefined;
};

/**
 * Asks for a code: a choice of factors, a button that texts a code to a phone, and a field for the code or a
 * recovery code.
 */
export function FactorPrompt({
  redirectTo,
  isPending,
  lock,
  canSendSms,
  factor,
  factors,
  lastResult,
}: Props) {
  const { errors, fields } = shownForm(lastResult, { code: "", factor: factor ?? "", redirectTo });
  // Read it from the posted form: after a POST, the address may have no redirectTo.
  const back = fields.redirectTo.initialValue ?? "/";
  const chosen = factors.find(({ id }) => id === fields.factor.initialValue) ?? factors[0];
  const phones = canSendSms ? factors.filter(({ factorType }) => factorType === "phone") : [];
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Two-step verification</h1>
        <p>
          {factors.length === 1 && chosen?.factorType === "totp"
            ? "Open your authenticator app and enter the 6 digits it shows."
            : "Enter a code from one of your two-step methods."}
        </p>
        {lock ? (
          <Note kind="bad" title={lock.isDay ? "Please open the link we email you" : "Too many wrong codes"}>
            <p>
              {`${
                lock.isDay
                  ? `Too many wrong codes were entered for this account today, so for ${lock.wait} a code works only in a browser that has opened the link.`
                  : `Too many wrong codes were entered for this account. You can enter one again in ${lock.wait}, or right away in a browser that has opened the link.`
              } Open the link in this browser, press its button, then enter your code.`}
            </p>
            <Form method="post">
              <input type="hidden" name="redirectTo" value={back} />
              <button type="submit" className="btn" name="intent" value="send-link">
                Send me the link
              </button>
            </Form>
          </Note>
        ) : null}
        {phones.map(({ id, phone, friendlyName }) => (
          <Form key={id} method="post" className="panel row between">
            <input type="hidden" name="redirectTo" value={back} />
            <input type="hidden" name="factor" value={id} />
            <p>
              {`${friendlyName} `}
              <span className="muted num">{phone}</span>
            </p>
            <button type="submit" className="btn" name="intent" value="send">
              Send me a code
            </button>
          </Form>
        ))}
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary errors={{ code: fields.code.errors }} form={errors} />
          <input type="hidden" name="redirectTo" value={back} />
          {factors.length > 1 ? (
            <fieldset className="mb-6">
              <legend className="label">Which one?</legend>
              {factors.map(({ id, friendlyName, phone }) => (
                <label key={id} className="pick">
                  <input type="radio" name="factor" value={id} defaultChecked={id === chosen?.id} />
                  <span>
                    {`${friendlyName} `}
                    {phone ? <span className="muted num">{phone}</span> : null}
                  </span>
                </label>
              ))}
            </fieldset>
          ) : null}
          <Field
            name="code"
            label="Code"
            hint="6 digits. Can't get one? Enter one of your recovery codes."
            autoComplete="one-time-code"
            required
            defaultValue={fields.code.initialValue}
            error={fields.code.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Continue
          </Submit>
        </Form>
        {isPending ? (
          <Form method="post" action={wayPath("/sign-out", back)}>
            <button type="submit" className="btn plain">
              Use another account
            </button>
          </Form>
        ) : null}
      </div>
    </div>
  );
}
