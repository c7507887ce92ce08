import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { countries } from "#app/sellers/countries.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  action: string;
  label: string;
  asks: { country: boolean; password: boolean };
  /** Of the link that the seller uses; absent: they are signed in. */
  token?: string;
  lastResult?: SubmissionResult<string[]>;
};

/**
 * The form that redirects to one of Stripe's pages: a button, and a country or the password where they are
 * needed. It reloads the document, because the answer redirects to another site.
 */
export function SetupFields({ action, label, asks, token, lastResult }: Props) {
  const { errors, fields } = shownForm(lastResult, { country: "", password: "" });
  const { country, password } = fields;
  const asksCountry = asks.country || country.errors !== undefined;
  const asksPassword = asks.password || password.errors !== undefined;
  return (
    <Form method="post" action={action} noValidate reloadDocument className="mt-4">
      <ErrorSummary errors={{ country: country.errors, password: password.errors }} form={errors} />
      {token === undefined ? null : <input type="hidden" name="token" value={token} />}
      {asksCountry ? (
        <SelectField
          name="country"
          label="Country where you receive payouts"
          options={countries()}
          defaultValue={country.initialValue ?? ""}
          required
          error={country.errors}
        />
      ) : null}
      {asksPassword ? (
        <PasswordField
          kind="current"
          name="password"
          label="Your password, to confirm that it's you"
          error={password.errors}
        />
      ) : null}
      <Submit className="btn go mt-4" pendingText="Opening Stripe...">
        {label}
      </Submit>
    </Form>
  );
}
