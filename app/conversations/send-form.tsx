import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { conversationPath, longestMessage, refusalToSend } from "#app/conversations/conversation.ts";
import { useSend } from "#app/conversations/outgoing-messages.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** What a send was told, with what was typed; `id` is kept so that trying again is the same message, null: it needs a new one. */
export type Refused = { refusal: string; content: string; id: string | null };

type Props = { conversation: string; draftId: string; draft: string; refused: Refused | null };

/**
 * The send form. Without scripts it is a plain post, and its hidden id makes a repeated send one message. With scripts every
 * press of Send is a message of its own, shown at once in the thread, and the field is free for the next; nothing else ever
 * touches what is being typed.
 */
export function SendForm({ conversation, draftId, draft, refused }: Props) {
  const [refusal, setRefusal] = useState(refused?.refusal ?? null);
  const send = useSend();
  const navigate = useNavigate();
  const path = conversationPath(conversation);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("content");
    if (!(field instanceof HTMLInputElement)) return;
    const content = field.value;
    const why = refusalToSend(content);
    setRefusal(why);
    if (why) return;
    send({ id: crypto.randomUUID(), conversation, content: content.trim() });
    field.value = "";
    // A reload would bring the draft back.
    if (draft) navigate(path, { replace: true, preventScrollReset: true });
  }

  return (
    <Form method="post" action={path} className="send" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="id" value={refused?.id ?? draftId} />
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
          defaultValue={refused?.content ?? draft}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? "content-e" : undefined}
        />
        {refusal ? (
          <p className="err" id="content-e" role="alert">
            <Icon name="alert" />
            {refusal}
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
