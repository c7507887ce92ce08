import { Form } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { orderFileLimits } from "#app/orders/files/order-file.ts";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { answerField } from "#app/orders/page/transition.form.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { FilesField } from "#app/uploads/sending/files-field.tsx";

/** One field for each of the seller's questions. A document post, because it may include files. */
export function AnswersForm({ order, reply }: { order: OrderView["order"]; reply: TransitionReply | null }) {
  const ownReply = reply?.transition === "answer" ? reply : null;
  return (
    <Form
      method="post"
      action={href("/orders/:id", { id: order.id })}
      encType="multipart/form-data"
      className="panel"
      reloadDocument
      noValidate
    >
      <ErrorSummary errors={ownReply?.errors ?? {}} />
      {order.questions.map(({ question, type, required, options = [] }, index) => {
        const name = answerField(index);
        const label = required ? question : `${question} (optional)`;
        const field = { name, label, error: ownReply?.errors[name] ?? undefined, required };
        if (type === "file")
          return (
            <FilesField
              key={name}
              {...field}
              sendTo={href("/orders/:id/files", { id: order.id })}
              limits={orderFileLimits}
              kept={ownReply?.files[name] ?? []}
            />
          );
        const typed = ownReply?.typed[name] ?? "";
        return type === "choice" ? (
          <SelectField key={name} {...field} options={options} defaultValue={typed} />
        ) : (
          <Field key={name} {...field} multiline rows={3} defaultValue={typed} />
        );
      })}
      <Submit className="btn go mt-6" name="intent" value="answer" pendingText="Processing...">
        Send answers
      </Submit>
    </Form>
  );
}
