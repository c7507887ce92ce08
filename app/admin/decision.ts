import type { FormErrors } from "#app/ui/forms/form-errors.ts";

/** What a decision form shows again after a refusal: the operator's input and the sentences about it. */
export type DecisionReply = {
  /** The id of the form's subject, if the page has forms about several; else empty. */
  id: string;
  /** The rows that were chosen, as `id:version`, if the page decides on several at once. */
  picked?: string[];
  /** The button that was pressed. */
  intent: string;
  reason: string;
  /** The code of the chosen rule; empty: none was chosen, or the form asks for none. */
  rule?: string;
  /** By the field's name. `pick`: the errors of the choice of rows. */
  errors: FormErrors;
  /** The error of the form as a whole; null if there is none. */
  formError: string | null;
};

/** The part of the page's reply that one of its forms shows. */
export type FormReply = Pick<DecisionReply, "reason" | "rule" | "errors" | "formError">;
