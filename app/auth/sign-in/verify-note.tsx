import { Form } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** Tells an unverified user why to verify, and offers a new link. @param page the path of its page */
export function VerifyNote({ email, page }: { email: string; page: string }) {
  return (
    <Note kind="plain" title="Please verify your email address">
      <p>
        {`The link is in the email we sent to ${email}. It expires in 24 hours. You must verify your address before you can order, apply to sell or send messages.`}
      </p>
      <Form method="post" action={href("/verify")}>
        <input type="hidden" name="redirectTo" value={page} />
        <Submit className="btn" name="intent" value="send">
          Send the link again
        </Submit>
      </Form>
    </Note>
  );
}
