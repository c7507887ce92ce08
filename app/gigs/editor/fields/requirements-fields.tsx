import { QuestionRows } from "#app/gigs/editor/fields/question-rows.tsx";
import type { FieldsEdit } from "#app/gigs/editor/fields/step-edit.ts";

/** What the seller asks a buyer once an order is paid. */
export function RequirementsFields({ edit }: { edit: FieldsEdit }) {
  return (
    <fieldset>
      <legend className="serif big-legend">What you need from the buyer</legend>
      <p className="muted">
        Up to 10 questions, of at most 200 characters. Buyers answer them after they have paid. The delivery
        time begins when you start the work. If you ask nothing, you start from what they wrote when they
        ordered.
      </p>
      <QuestionRows edit={edit} />
    </fieldset>
  );
}
