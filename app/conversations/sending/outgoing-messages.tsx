import { useEffect, useMemo, useSyncExternalStore } from "react";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import { Outbox, type OutboxState } from "#app/conversations/sending/outbox.ts";
import { signInFirst } from "#app/conversations/sending/send-answer.ts";
import { MessageText } from "#app/conversations/thread/bubble.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The unsent messages, and their outbox. */
export type Sending = OutboxState & { outbox: Outbox };

/** The browser's outbox of an account. */
export function useOutbox(userId: string): Sending {
  const outbox = useMemo(() => new Outbox(userId), [userId]);
  const state = useSyncExternalStore(outbox.watch, outbox.state, outbox.state);
  return { ...state, outbox };
}

type Props = {
  sending: Sending;
  conversation: string;
  /** The ids of the messages that the conversation shows. */
  shown: ReadonlySet<string>;
};

/** The viewer's messages that may not be saved yet, at the end of a conversation. */
export function OutgoingMessages({ sending, conversation, shown }: Props) {
  const { messages, isOffline, outbox } = sending;
  // After each change: an answer may be lost before or after its message arrives.
  useEffect(() => outbox.saved(shown));
  const mine = messages.filter((message) => message.conversation === conversation && !shown.has(message.id));
  return mine.map(({ id, content, files = [], refusal }) => (
    <div key={id} className="flex flex-col items-end self-stretch">
      <div className="msg me">
        <MessageText content={content} />
        {files.map((file) => (
          <p className="small break-all" key={file.id}>
            <bdi>{file.name}</bdi>
          </p>
        ))}
        {refusal ? null : (
          <p className="tiny muted" role="status">
            {isOffline || (sending.sending !== null && sending.sending !== id) ? "Waiting..." : "Sending..."}
          </p>
        )}
      </div>
      {refusal ? (
        <>
          <p className="err" role="alert">
            <Icon name="alert" />
            {refusal}
          </p>
          <div className="row">
            {refusal === signInFirst ? (
              <a className="btn plain" href={signInPath(conversationPath(conversation), signInFirst)}>
                Sign In
              </a>
            ) : null}
            <button type="button" className="btn plain" onClick={() => outbox.retry(id)}>
              Try Again
            </button>
            <button type="button" className="btn plain" onClick={() => outbox.discard(id)}>
              Discard
            </button>
          </div>
        </>
      ) : null}
    </div>
  ));
}

/** What a lost connection means for the waiting messages. */
export function OfflineNote({ messages, isOffline }: OutboxState) {
  if (!isOffline) return null;
  const waiting = messages.filter(({ isFinal }) => !isFinal).length;
  const count = waiting === 1 ? "1 message is waiting." : `${waiting} messages are waiting.`;
  return (
    <p className="small offline" role="status">
      <Icon name="alert" />
      {`You are offline.${waiting > 0 ? ` ${count}` : ""}`}
    </p>
  );
}
