import { useSubmit } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import * as outgoing from "#app/conversations/outgoing.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Sends a message beside whatever else is under way: it shows at once, and no other submission ends it. */
export function useSend() {
  const submit = useSubmit();
  return (message: { id: string; conversation: string; content: string }) => {
    outgoing.start(message);
    submit(message, { method: "post", action: "/messages", navigate: false, fetcherKey: message.id });
  };
}

/**
 * What is on its way in a thread and not yet seen there.
 * @param draft what came back over sign-in and stands in the field; it is no longer on its way
 */
export function useOutgoing(
  thread: { id: string; messages: { id: string }[] },
  draft: string,
): outgoing.Outgoing[] {
  const all = useSyncExternalStore(outgoing.watch, outgoing.list, outgoing.list);
  const mine = all.filter((message) => message.conversation === thread.id);
  const seen = new Set(thread.messages.map((message) => message.id));
  const over = mine.filter(({ id, content, refusal }) => seen.has(id) || (refusal && content === draft));
  useEffect(() => outgoing.forget(over.map((message) => message.id)));
  return mine.filter((message) => !over.includes(message));
}

/** At the end of the thread: messages on their way, and those that failed, with their text and a way on. */
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
