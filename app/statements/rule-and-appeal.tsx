import type { GivenReasons } from "#app/statements/statement.ts";

/** The rule of a decision, and the link to appeal it. @param reasons null: an earlier release decided */
export function RuleAndAppeal({ reasons }: { reasons: GivenReasons | null }) {
  if (reasons === null) return null;
  return (
    <p className="small">
      {`The rule: ${reasons.rule} (`}
      <a href={reasons.termsPath}>Terms</a>
      {"). "}
      <a href={reasons.appealPath}>Appeal this decision</a>
    </p>
  );
}
