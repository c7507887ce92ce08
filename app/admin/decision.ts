/**
 * What a decision form shows again after a refusal: the operator's input and the sentences about it.
 * `id` is the subject's, empty if the address names the subject. Null means that there is no such sentence.
 */
export type DecisionReply = {
  id: string;
  reason: string;
  fieldError: string | null;
  formError: string | null;
};
