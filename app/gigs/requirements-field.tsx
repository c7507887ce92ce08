import { Field } from "#app/ui/forms/field.tsx";

/** What the buyer tells the seller with an order (docs/specification.md#order-box). */
export function RequirementsField({ value, error }: { value: string; error?: string[] }) {
  return (
    <Field
      name="requirements"
      label="What should the seller know?"
      hint="Optional"
      multiline
      rows={3}
      defaultValue={value}
      error={error}
    />
  );
}
