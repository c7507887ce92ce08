import { useSubmit } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import * as outgoing from "#app/conversations/outgoing.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Sends a message in the background. It is shown at once. Its own fetcher key keeps other submissions from
 * aborting it.
 */
export function useSend() {
  const submit = useSubmit();
  return (message: { id: string; conversation: string; content: string }) => {
    outgoing.start(message);
    // A message that is sent again has its refusal beside these fields, which are all that the form takes.
    const { id, conversation, content } = message;
    submit(
      { id, conversation, content },
      { method: "post", action: "/messages", navigate: false, fetcherKey: id },
    );
  };
}

/**
 * The outgoing messages of a conversation that its loaded messages do not contain yet.
 * @param draft the text in the field after sign-in; a refused message with this text is not shown twice
 */
export function useOutgoing(
  thread: { id: string; messages: { id: string }[] },
  draft: string,
): outgoing.Outgoing[] {
  const all = useSyncExternalStore(outgoing.watch, outgoing.list, outgoing.list);
  const mine = all.filter((message) => message.conversation === thread.id);
  const seen = new Set(thread.messages.map((message) => message.id));
  const done = mine.filter(({ id, content, refusal }) => seen.has(id) || (refusal && content === draft));
  useEffect(() => outgoing.forget(done.map((message) => message.id)));
  return mine.filter((message) => !done.includes(message));
}

/** The outgoing messages at the end of a conversation. A failed one offers to try again or to discard it. */
export function OutgoingMessages({ list }: { list: outgoing.Outgoing[] }) {
  const send = useSend();
  return list.map((message) => (
    <div key={message.id} className="flex flex-col items-end self-stretch">
      <div className="msg me">
        <p className="whitespace-pre-wrap" dir="auto">
          {message.content}
        </p>
        {message.refusal ? null : (
          <p className="tiny muted" role="status">
            {message.sent ? "Sent" : "Sending..."}
          </p>
        )}
      </div>
      {message.refusal ? (
        <>
          <p className="err" role="alert">
            <Icon name="alert" />
            {message.refusal}
          </p>
          <div className="row">
            <button type="button" className="btn plain" onClick={() => send(message)}>
              Try Again
            </button>
            <button type="button" className="btn plain" onClick={() => outgoing.forget([message.id])}>
              Discard
            </button>
          </div>
        </>
      ) : null}
    </div>
  ));
}
