import { Form, Link } from "@remix-run/react";
import { TicketTag } from "#app/contact/page/ticket-tag.tsx";
import { TicketThread } from "#app/contact/page/ticket-thread.tsx";
import {
  type TicketEntryView,
  type TicketFileView,
  type TicketState,
  topicLabel,
} from "#app/contact/ticket.ts";
import { href } from "#app/lib/href.ts";
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
  /** The number of the last entry that the page shows. */
  version: number;
  /** Null if the ticket is about no order. */
  order: { label: string; to: string } | null;
  entries: TicketEntryView[];
  files: TicketFileView[];
  /** The address of the forms: with the token, if a visitor opened the page by the signed link. */
  action: string;
  isVisitors: boolean;
  /** Why it can't be reopened; null if it can, or if it is open. */
  reopenRefusal: string | null;
  reply: RequestReply | null;
};

/** One ticket, for the person who asked (docs/specification.md#tickets). */
export function RequestScreen(props: Props) {
  const { code, topic, state, order, entries, files, isVisitors } = props;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <p>
          <Link className="more" to={href(isVisitors ? "/contact" : "/contact/requests")}>
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

/** Links to a ticket's files. They are plain links, because the router does not handle files. */
export function TicketFiles({ code, files }: { code: string; files: TicketFileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a
            className="row min-h-11 break-all"
            href={href("/contact/requests/:number/files/:file", { number: code, file: id })}
            download
          >
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

function RequestForms({ state, version, action, reopenRefusal, reply }: Props) {
  const form = reply?.formError ? [reply.formError] : [];
  if (reopenRefusal !== null)
    return (
      <div className="panel stack">
        <ErrorSummary errors={{}} form={form} />
        <p>{reopenRefusal}</p>
        {reply?.typed ? (
          <p className="whitespace-pre-wrap break-words">{`You wrote: ${reply.typed}`}</p>
        ) : null}
        <p>
          <Link to={href("/contact")}>Write a new request</Link>
        </p>
      </div>
    );
  const isClosed = state === "closed";
  return (
    <Form method="post" action={action} className="panel stack" noValidate>
      <ErrorSummary errors={{ text: reply?.textError ? [reply.textError] : null }} form={form} />
      <input type="hidden" name="version" value={version} />
      {isClosed ? <p>This request is closed. You can open it again within 14 days.</p> : null}
      <Field
        // Changing the key after something was sent empties the field.
        key={reply === null ? version : "typed"}
        name="text"
        label={isClosed ? "What is still unresolved (optional)" : "Your reply"}
        multiline
        rows={5}
        required={!isClosed}
        defaultValue={reply?.typed ?? ""}
        error={reply?.textError ?? undefined}
      />
      {isClosed ? (
        <Submit className="btn" name="intent" value="reopen" pendingText="Processing...">
          Open it again
        </Submit>
      ) : (
        <div className="row">
          <Submit name="intent" value="reply" pendingText="Sending...">
            Send reply
          </Submit>
          <Submit className="btn" name="intent" value="close" pendingText="Processing...">
            Close this request
          </Submit>
        </div>
      )}
    </Form>
  );
}
