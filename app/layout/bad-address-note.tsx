import { Form, Link, useLocation } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** Tells the viewer that emails to them bounce (docs/specification.md#bad-addresses). */
export function BadAddressNote({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="wrap pt-4">
      <Note kind="bad" title="Our emails to you came back">
        <p>{`We won't email ${email} again until you confirm it. If no link arrives, use another address.`}</p>
        <Form method="post" action={href("/verify")} className="row">
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <Submit className="btn" name="intent" value="send">
            Send a link to confirm this address
          </Submit>
          <Link className="btn" to={href("/profile/email")}>
            Change the address
          </Link>
        </Form>
      </Note>
    </div>
  );
}
