import type { FormReply } from "#app/admin/decision.ts";
import { ruleCodes, rules } from "#app/statements/rules.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";

/** The rule that a decision against a user rests on. The user reads it with the reason. */
export function RuleField({ reply, id }: { reply: FormReply | null; id?: string }) {
  return (
    <SelectField
      id={id}
      name="rule"
      label="Rule that was broken"
      options={ruleCodes.map((code) => ({ value: code, label: rules[code].sentence }))}
      defaultValue={reply?.rule ?? ""}
      error={reply?.errors.rule ?? undefined}
    />
  );
}
