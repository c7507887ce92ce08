import { Field } from "#app/ui/forms/field.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import type { ShownField } from "#app/ui/forms/shown-form.ts";

export function EmailField({ field }: { field: ShownField }) {
  return (
    <Field
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      defaultValue={field.initialValue}
      error={field.errors}
    />
  );
}

/** The field is always empty when the form is shown again: the server removes passwords from its replies. */
export function NewPasswordField({ label, field }: { label: string; field: ShownField }) {
  return (
    <PasswordField
      kind="new"
      name="password"
      label={label}
      hint="At least 6 characters. A short sentence is easy to remember."
      error={field.errors}
    />
  );
}
