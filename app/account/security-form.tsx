import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  title: string;
  /** Above the form. */
  intro?: ReactNode;
  /** By field, in the order of the fields. */
  errors: Record<string, string[] | undefined>;
  formErrors?: string[];
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  /** Below the form. */
  footer?: ReactNode;
};

/** A page of the security tab with one form. */
export function SecurityForm({ title, intro, errors, formErrors, children, submitLabel, footer }: Props) {
  return (
    <ProfileFrame current="security">
      <div className="stack mt-6">
        <h2>{title}</h2>
        {intro}
        {/* Reloads the document: React would otherwise keep a refused password in its field. */}
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary errors={errors} form={formErrors} />
          {children}
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            {submitLabel}
          </Submit>
        </Form>
        {footer}
      </div>
    </ProfileFrame>
  );
}

/** The viewer's current password. The field is always empty when the form is shown again. */
export function CurrentPasswordField({ name, errors }: { name: string; errors?: string[] }) {
  return <PasswordField kind="current" name={name} label="Current password" error={errors} />;
}
