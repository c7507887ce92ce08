import { Form, Link } from "@remix-run/react";
import { TicketTag } from "#app/contact/page/ticket-tag.tsx";
import { TicketThread } from "#app/contact/page/ticket-thread.tsx";
import {
  contactPath,
  requestsPath,
  type TicketEntryView,
  type TicketFileView,
  type TicketState,
  ticketFilePath,
  topicLabel,
} from "#app/contact/ticket.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { FileIcon } from "#app/uploads/file-icon.tsx";
import { kindOfFile, sizeText } from "#app/uploads/private-file.ts";

/** What the page shows again after a refusal. */
export type RequestReply = { typed: string; textError: string | null; formError: string | null };

type Props = {
  code: string;
  topic: string;
  state: TicketState;
  /** Null if it is about no order. */
  order: { label: string; to: string } | null;
  entries: TicketEntryView[];
  files: TicketFileView[];
  /** The forms' address: with the token, if a visitor has opened the page by the signed link. */
  action: string;
  isVisitors: boolean;
  /** Why it can't be opened again; null if it can, or if it is open. */
  reopenRefusal: string | null;
  reply: RequestReply | null;
};

/** One ticket, for whoever asked (docs/specification.md#tickets). */
export function RequestScreen(props: Props) {
  const { code, topic, state, order, entries, files, isVisitors } = props;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <p>
          <Link className="more" to={isVisitors ? contactPath : requestsPath}>
            {isVisitors ? "Contact us" : "My requests"}
          </Link>
        </p>
        <div className="row between">
          <h1 className="stitch num">{code}</h1>
          <TicketTag state={state} />
        </div>
        <p>
          {order ? `${topicLabel(topic)}, ` : topicLabel(topic)}
          {order ? <Link to={order.to}>{order.label}</Link> : null}
        </p>
        <TicketThread entries={entries} />
        <TicketFiles code={code} files={files} />
        <RequestForms {...props} />
      </div>
    </div>
  );
}

/** Links to a ticket's files. Plain links, because a file is not a page of the router. */
export function TicketFiles({ code, files }: { code: string; files: TicketFileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a className="row min-h-11 break-all" href={ticketFilePath(code, id)} download>
            <FileIcon kind={kindOfFile(name)} />
            <span className="min-w-0 flex-1">
              {`${name} `}
              <span className="muted small whitespace-nowrap">{sizeText(bytes)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function RequestForms({ state, action, reopenRefusal, reply }: Props) {
  const form = reply?.formError ? [reply.formError] : [];
  if (state === "closed")
    return (
      <Form method="post" action={action} className="panel stack" noValidate>
        <ErrorSummary errors={{}} form={form} />
        <p>{reopenRefusal ?? "This request is closed. You can open it again within 14 days."}</p>
        {reopenRefusal === null ? (
          <Submit className="btn" name="intent" value="reopen" pendingText="Processing...">
            Open it again
          </Submit>
        ) : (
          <p>
            <Link to={contactPath}>Write a new request</Link>
          </p>
        )}
      </Form>
    );
  return (
    <Form method="post" action={action} className="panel stack" noValidate>
      <ErrorSummary errors={{ text: reply?.textError ? [reply.textError] : null }} form={form} />
      <Field
        // A new key after a reply was sent, so that the field is empty again.
        key={reply === null ? "empty" : "typed"}
        name="text"
        label="Your reply"
        multiline
        rows={5}
        required
        defaultValue={reply?.typed ?? ""}
        error={reply?.textError ?? undefined}
      />
      <div className="row">
        <Submit name="intent" value="reply" pendingText="Sending...">
          Send reply
        </Submit>
        <Submit className="btn" name="intent" value="close" pendingText="Processing...">
          Close this request
        </Submit>
      </div>
    </Form>
  );
}
