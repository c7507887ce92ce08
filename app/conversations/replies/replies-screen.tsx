import { Form, Link } from "@remix-run/react";
import { maxReplies, maxReplyLength, type SavedReply } from "#app/conversations/replies/reply.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Props = {
  saved: SavedReply[];
  /** What was typed for a new reply before sign-in. */
  typed: string;
  /** Why a reply was not saved, and its text. `number` null: a new reply. */
  refused: { refusal: string; number: number | null; content: string } | null;
};

/** /profile/replies: a form for each saved reply, and one for a new reply. */
export function RepliesScreen({ saved, typed, refused }: Props) {
  // The text of a reply that was deleted in the meantime can be saved as a new one.
  const refusedNew = refused && !saved.some(({ number }) => number === refused.number) ? refused : null;
  return (
    <ProfileFrame current="replies">
      <h2 className="mt-6">Saved replies</h2>
      <p className="muted">
        Texts you send often. In <Link to="/messages">your messages</Link>, a button adds one to the field;
        nothing is sent until you press Send.
      </p>
      {saved.map((reply) => {
        const mine = refused?.number === reply.number ? refused : null;
        return (
          // The key contains the text, so that the field shows a change that was made elsewhere.
          <Form method="post" className="panel mt-4" noValidate key={`${reply.number} ${reply.content}`}>
            <ErrorSummary errors={{ [`reply-${reply.number}`]: mine ? [mine.refusal] : null }} />
            <input type="hidden" name="reply" value={reply.number} />
            <Field
              name="content"
              id={`reply-${reply.number}`}
              label="Reply"
              multiline
              rows={3}
              defaultValue={mine?.content ?? reply.content}
              error={mine?.refusal}
            />
            <div className="row mt-4">
              <Submit className="btn" pendingText="Saving...">
                Save
              </Submit>
              <Submit className="btn plain" name="intent" value="delete">
                Delete
              </Submit>
            </div>
          </Form>
        );
      })}
      {saved.length < maxReplies || refusedNew ? (
        <Form method="post" className="panel mt-4" noValidate key={`new ${saved.length}`}>
          <ErrorSummary errors={{ "new-reply": refusedNew ? [refusedNew.refusal] : null }} />
          <Field
            name="content"
            id="new-reply"
            label="New reply"
            hint={`Up to ${maxReplyLength.toLocaleString("en-US")} characters; ${maxReplies} replies at most.`}
            multiline
            rows={3}
            defaultValue={refusedNew?.content ?? typed}
            error={refusedNew?.refusal}
          />
          <Submit className="btn go mt-4" pendingText="Saving...">
            Save reply
          </Submit>
        </Form>
      ) : (
        <p className="muted mt-4">{`You have ${maxReplies} replies. Delete one to write another.`}</p>
      )}
    </ProfileFrame>
  );
}
