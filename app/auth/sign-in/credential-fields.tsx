import { Field } from "#app/ui/forms/field.tsx";

/** What conform knows of a field. */
type FieldState = { initialValue?: string; errors?: string[] };

export function EmailField({ field }: { field: FieldState }) {
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

/** The password comes back empty: the server hides it from its replies. */
export function NewPasswordField({ label, field }: { label: string; field: FieldState }) {
  return (
    <Field
      name="password"
      label={label}
      type="password"
      hint="At least 6 characters. A sentence is easiest to remember."
      autoComplete="new-password"
      required
      error={field.errors}
    />
  );
}
