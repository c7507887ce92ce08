import { Form } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { orderFileLimits } from "#app/orders/files/order-file.ts";
import type { TransitionReply } from "#app/orders/page/order-view.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { FilesField } from "#app/uploads/sending/files-field.tsx";

/** A note, files, or both. A document post: a body that is too large gets its own error page. */
export function DeliveryForm({ orderId, reply }: { orderId: string; reply: TransitionReply | null }) {
  const ownReply = reply?.transition === "deliver" ? reply : null;
  const errors = ownReply?.errors ?? {};
  return (
    <Form
      method="post"
      action={href("/orders/:id", { id: orderId })}
      encType="multipart/form-data"
      className="panel"
      reloadDocument
      noValidate
    >
      <ErrorSummary errors={{ "deliver-note": errors.note, files: errors.files }} />
      <Field
        id="deliver-note"
        name="note"
        label="What are you delivering?"
        hint="At least 20 characters. Optional if you add files."
        multiline
        rows={4}
        defaultValue={ownReply?.typed.note ?? ""}
        error={errors.note ?? undefined}
      />
      <FilesField
        name="files"
        label="Files"
        sendTo={href("/orders/:id/files", { id: orderId })}
        limits={orderFileLimits}
        kept={ownReply?.files.files ?? []}
        error={errors.files ?? undefined}
      />
      <Submit className="btn go mt-6" name="intent" value="deliver" pendingText="Processing...">
        Deliver
      </Submit>
    </Form>
  );
}
