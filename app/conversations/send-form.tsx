import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { longestMessage } from "#app/conversations/conversation.ts";
import type { ThreadView } from "#app/conversations/thread.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { thread: ThreadView; draftId: string; refused: { refusal: string; content: string } | null };

/**
 * The send form. Its hidden id makes a repeated send one message. Once the message with this id is in the thread, the field
 * is emptied and gets a new id; until then nothing typed is touched, whatever arrives live.
 */
export function SendForm({ thread, draftId, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [id, setId] = useState(draftId);
  const sent = thread.messages.some((message) => message.id === id);
  useEffect(() => {
    if (!sent) return;
    form.current?.reset();
    setId(crypto.randomUUID());
  }, [sent]);
  return (
    <Form method="post" action="/messages" className="send" ref={form} noValidate preventScrollReset>
      <input type="hidden" name="conversation" value={thread.id} />
      <input type="hidden" name="id" value={id} />
      <div className="field">
        <label className="vh" htmlFor="content">
          Message
        </label>
        <input
          className="in"
          id="content"
          name="content"
          placeholder="Type a message..."
          autoComplete="off"
          dir="auto"
          maxLength={longestMessage}
          defaultValue={refused?.content}
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? "content-e" : undefined}
        />
        {refused ? (
          <p className="err" id="content-e" role="alert">
            <Icon name="alert" />
            {refused.refusal}
          </p>
        ) : null}
      </div>
      <button type="submit" className="btn go">
        <Icon name="send" />
        <span className="vh">Send</span>
      </button>
    </Form>
  );
}
