import { Form } from "@remix-run/react";
import { verifyPath } from "#app/auth/sign-in-path.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** Tells an unverified user why to verify, and offers a new link. @param back the path to return to */
export function VerifyNote({ email, back }: { email: string; back: string }) {
  return (
    <Note kind="plain" title="Please verify your email address">
      <p>
        The link is in the mail we sent to {email}. You need it before you order, apply or send messages. A
        link works for 24 hours.
      </p>
      <Form method="post" action={verifyPath}>
        <input type="hidden" name="redirectTo" value={back} />
        <Submit className="btn" name="intent" value="send">
          Send the link again
        </Submit>
      </Form>
    </Note>
  );
}
