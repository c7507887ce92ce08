import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";

type AddAppProps = {
  result: SubmissionResult | undefined;
  typed: string;
  writerId: string;
  asksPassword: boolean;
};

/** Enrols an authenticator app. @param typed the name, if it was typed before signing in */
export function AddApp({ result, typed, writerId, asksPassword }: AddAppProps) {
  const { friendly_name: name, password } = shownForm(result, { friendly_name: typed, password: "" }).fields;
  return (
    // With a password the form reloads the document: React would otherwise keep a refused one in its field.
    <Form method="post" className="panel stack" noValidate reloadDocument={asksPassword}>
      <h3>Authenticator app</h3>
      <p className="small muted">An app on your phone shows a new code every 30 seconds. It works offline.</p>
      <ErrorSummary errors={{ "app-name": name.errors, "app-password": password.errors }} />
      <input type="hidden" name="factor_type" value="totp" />
      <input type="hidden" name="writer" value={writerId} />
      <FactorName id="app-name" value={name.initialValue} error={name.errors} />
      {asksPassword || password.errors ? <Password id="app-password" error={password.errors} /> : null}
      <button type="submit" className="btn go" name="intent" value="add">
        Add an authenticator app
      </button>
    </Form>
  );
}

function FactorName(props: { id: string; value: string | undefined; error: string[] | undefined }) {
  const { id, value, error } = props;
  return (
    <Field
      name="friendly_name"
      id={id}
      label="Name (optional)"
      maxLength={60}
      defaultValue={value}
      error={error}
    />
  );
}

/** Proves that the person at this browser is the account's owner (docs/specification.md#second-factor). */
function Password({ id, error }: { id: string; error: string[] | undefined }) {
  return (
    <PasswordField
      kind="current"
      name="password"
      id={id}
      label="Current password"
      hint="You signed in a while ago, so please show that it's you."
      error={error}
    />
  );
}

type AddPhoneProps = {
  result: SubmissionResult | undefined;
  /** What was typed before signing in. */
  typed: { phone: string; friendly_name: string };
  writerId: string;
  asksPassword: boolean;
};

/** Enrols a phone. The server sends it a code immediately. */
export function AddPhone({ result, typed, writerId, asksPassword }: AddPhoneProps) {
  const first = { phone: typed.phone, friendly_name: typed.phone ? typed.friendly_name : "", password: "" };
  const { phone, friendly_name: name, password } = shownForm(result, first).fields;
  return (
    <Form method="post" className="panel stack" noValidate reloadDocument={asksPassword}>
      <h3>Phone</h3>
      <p className="small muted">We text a code to your phone each time you sign in.</p>
      <ErrorSummary
        errors={{ phone: phone.errors, "phone-name": name.errors, "phone-password": password.errors }}
      />
      <input type="hidden" name="factor_type" value="phone" />
      <input type="hidden" name="writer" value={writerId} />
      <Field
        name="phone"
        label="Phone number"
        hint="Include the country code, for example +44 7700 900123."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={phone.initialValue}
        error={phone.errors}
      />
      <FactorName id="phone-name" value={name.initialValue} error={name.errors} />
      {asksPassword || password.errors ? <Password id="phone-password" error={password.errors} /> : null}
      <button type="submit" className="btn" name="intent" value="add">
        Send me a code
      </button>
    </Form>
  );
}
