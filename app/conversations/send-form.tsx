import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { conversationPath, longestMessage, refusalToSend } from "#app/conversations/conversation.ts";
import { useSend } from "#app/conversations/outgoing-messages.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * A refused send with its text. `id` stays the same, so that trying again sends the same message; null if it
 * needs a new id.
 */
export type Refused = { refusal: string; content: string; id: string | null };

type Props = { conversation: string; draftId: string; draft: string; refused: Refused | null };

/**
 * The send form. Without scripts it is a plain POST, and its hidden id makes a repeated send one message.
 * With scripts every click on Send is a new message, which the conversation shows at once. The field is then
 * empty for the next one; nothing else changes what the user is typing.
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
    const problem = refusalToSend(content);
    setRefusal(problem);
    if (problem) return;
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
