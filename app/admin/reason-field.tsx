import { Field } from "#app/ui/forms/field.tsx";

type Props = {
  /** Unique on the page. */
  id: string;
  hint: string;
  rows: number;
  /** What the operator typed before a refusal. */
  value: string | undefined;
  error: string | string[] | null | undefined;
};

/** The field for the reason of an operator's write. */
export function ReasonField({ id, hint, rows, value, error }: Props) {
  return (
    <Field
      id={id}
      name="reason"
      label="Reason"
      hint={hint}
      multiline
      rows={rows}
      required
      defaultValue={value ?? ""}
      error={error ?? undefined}
    />
  );
}
