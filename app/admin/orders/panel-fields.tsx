import type { OperatorActionReply } from "#app/admin/orders/operator-action.ts";
import { ReasonField } from "#app/admin/reason-field.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";

/** `version`: the order's. A form that shows an older version is refused. */
export type PanelProps = { version: number; reply: OperatorActionReply | null };

export const pendingText = "Processing...";

export function VersionField({ version }: { version: number }) {
  return <input type="hidden" name="version" value={version} />;
}

type ReasonProps = {
  /** The form's name, unique on the page. */
  id: string;
  reply: Pick<OperatorActionReply, "reason" | "errors" | "formError"> | null;
  hint: string;
};

/** The error summary of a form, and the field for its reason. */
export function FormReason({ id, reply, hint }: ReasonProps) {
  const fieldId = `${id}-reason`;
  return (
    <>
      <ErrorSummary
        errors={{
          [fieldId]: reply?.errors.reason,
          ...(reply?.errors.answers ? { "answers-0": reply.errors.answers } : {}),
        }}
        form={reply?.formError ? [reply.formError] : []}
      />
      <ReasonField id={fieldId} hint={hint} rows={3} value={reply?.reason} error={reply?.errors.reason} />
    </>
  );
}
