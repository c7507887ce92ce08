import { ruleCodes, rules } from "#app/statements/rules.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";

/** The rule that a decision against a user rests on. The user reads it with the reason. */
export function RuleField({ value, error, id }: { value: string; error?: string[] | null; id?: string }) {
  return (
    <SelectField
      id={id}
      name="rule"
      label="Rule that was broken"
      options={ruleCodes.map((code) => ({ value: code, label: rules[code].sentence }))}
      defaultValue={value}
      error={error ?? undefined}
    />
  );
}
