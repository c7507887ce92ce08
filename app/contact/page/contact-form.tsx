import type { SubmissionResult } from "@conform-to/dom";
import { Form } from "@remix-run/react";
import { chooseTopic, questionLength, topics } from "#app/contact/ticket.ts";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { FileField } from "#app/ui/forms/file-field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { type ShownField, shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { acceptedFiles } from "#app/uploads/private-file.ts";

/** What was typed into the form, by field. */
type TypedTicket = Record<"topic" | "order" | "orderNumber" | "message" | "name" | "email", string>;

export type ContactFormProps = {
  /** The signed-in user's id; null for a visitor. */
  writerId: string | null;
  /** The user's address, which gets the answer; null if it could not be read. */
  writerEmail: string | null;
  /** The user's newest orders. */
  orders: { id: string; title: string }[];
  filesHint: string;
  /** The form token: a form that is sent twice with the same token opens one ticket. */
  token: string;
  saved: TypedTicket;
  lastResult: SubmissionResult<string[]> | undefined;
};

/**
 * The form that opens a ticket. It is a document post, so that a body that is too large gets its own error
 * page. The field `homepage` is hidden from people: only bots fill it in.
 */
export function ContactForm(props: ContactFormProps) {
  const { writerId, writerEmail, orders, filesHint, token, saved, lastResult } = props;
  const { errors, fields } = shownForm(lastResult, { ...saved, token, files: "" });
  const isUser = writerId !== null;
  const { initialValue: topic, errors: topicErrors } = fields.topic;
  return (
    <Form
      method="post"
      action={href("/contact")}
      encType={isUser ? "multipart/form-data" : undefined}
      className="panel"
      reloadDocument
      noValidate
    >
      <ErrorSummary
        errors={{
          topic: topicErrors,
          name: fields.name.errors,
          email: fields.email.errors,
          orderNumber: fields.orderNumber.errors,
          message: fields.message.errors,
          files: fields.files.errors,
        }}
        form={errors}
      />
      <input type="hidden" name="token" value={fields.token.initialValue ?? token} />
      {isUser ? <input type="hidden" name="writer" value={writerId} /> : null}
      <p className="vh" aria-hidden="true">
        <label htmlFor="homepage">Leave this field empty</label>
        <input id="homepage" name="homepage" tabIndex={-1} autoComplete="off" />
      </p>
      <fieldset className="mb-6" aria-describedby={topicErrors ? "topic-e" : undefined}>
        <legend>
          <b>{chooseTopic}</b>
        </legend>
        {topicErrors ? (
          <p className="err" id="topic-e">
            <Icon name="alert" />
            {topicErrors[0]}
          </p>
        ) : null}
        {topics.map(({ key, label, hint }, index) => (
          // A separate block, and a space before the hint, so that a text browser shows each topic on its own
          // line.
          <div key={key}>
            <label className="pick">
              <input
                type="radio"
                id={index === 0 ? "topic" : undefined}
                name="topic"
                value={key}
                defaultChecked={key === topic}
              />
              <span>
                {`${label} `}
                <span className="hint">{hint}</span>
              </span>
            </label>
          </div>
        ))}
      </fieldset>
      {isUser ? <OrderFields orders={orders} fields={fields} /> : <VisitorFields fields={fields} />}
      <Field
        name="message"
        label="Your message"
        hint={`At least ${questionLength.min} characters.`}
        multiline
        rows={8}
        required
        defaultValue={fields.message.initialValue}
        error={fields.message.errors}
      />
      {isUser ? (
        <FileField
          name="files"
          label="Files (optional)"
          hint={filesHint}
          accept={acceptedFiles}
          multiple
          error={fields.files.errors}
        />
      ) : null}
      {writerEmail === null ? null : (
        <p className="mt-5">
          {"We'll answer to "}
          <b>{writerEmail}</b>.
        </p>
      )}
      <div className="row mt-6">
        <Submit name="intent" value="send" pendingText="Sending...">
          Send
        </Submit>
        <Submit className="btn" name="intent" value="check" pendingText="Checking your payments...">
          Check my payments
        </Submit>
        {isUser ? null : (
          <Submit className="btn" name="intent" value="sign-in">
            Sign in first
          </Submit>
        )}
      </div>
      <p className="small muted mt-3">
        {isUser
          ? "“Check my payments” asks our payment service about your open payments right away. You don't need to write a message."
          : "If you sign in, you can choose your order, attach files and have your payments checked right away. We keep what you typed."}
      </p>
    </Form>
  );
}

type Fields = Record<keyof TypedTicket, ShownField>;

function VisitorFields({ fields: { name, email } }: { fields: Fields }) {
  return (
    <>
      <Field
        name="name"
        label="Your name"
        autoComplete="name"
        required
        defaultValue={name.initialValue}
        error={name.errors}
      />
      <Field
        name="email"
        label="Email"
        type="email"
        hint="We'll send our answer there."
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={email.initialValue}
        error={email.errors}
      />
    </>
  );
}

function OrderFields({ orders, fields }: { orders: ContactFormProps["orders"]; fields: Fields }) {
  const { order, orderNumber } = fields;
  return (
    <>
      {orders.length > 0 ? (
        <SelectField
          name="order"
          label="Your order (optional)"
          options={orders.map(({ id, title }) => ({ value: id, label: `#${shortId(id)}: ${title}` }))}
          defaultValue={order.initialValue ?? ""}
        />
      ) : null}
      <Field
        name="orderNumber"
        label={orders.length > 0 ? "Or its number (optional)" : "Order number (optional)"}
        hint="The 8 characters after # on the order's page."
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={orderNumber.initialValue}
        error={orderNumber.errors}
      />
    </>
  );
}
