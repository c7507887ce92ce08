import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Submit } from "#app/ui/forms/submit.tsx";

/** What the link of an e-mail will do. `from`: the account's address; `to`: the address of the link. */
export type LinkPromptProps = {
  kind: "verify" | "change_email" | "undo_email" | "way_back";
  token: string;
  from: string;
  to: string;
};

/** The page of a link that is still good: it says what the link will do, and has the button that does it. */
export function LinkPrompt({ kind, token, from, to }: LinkPromptProps) {
  switch (kind) {
    case "verify":
      return (
        <Prompt heading="Verify your address" token={token} intent="verify" label="Verify my address">
          Somebody, we hope you, signed up with <b>{to}</b>. If it was not you, close this page: nothing
          happens.
        </Prompt>
      );
    case "change_email":
      return (
        <Prompt heading="Change your email address" token={token} intent="change" label="Change my address">
          <NewAddress from={from} to={to} /> Other browsers are signed out, and the old address is told.
        </Prompt>
      );
    default:
      return (
        <Prompt
          heading={kind === "undo_email" ? "Take your address back" : "Take your account back"}
          token={token}
          intent="undo"
          label="Take it back"
        >
          {from === to ? null : <NewAddress from={from} to={to} />} Every browser is signed out, the password
          does not work any more, and second factors that were added in the last 72 hours are removed. We send
          a link for a new password to {to}.
        </Prompt>
      );
  }
}

function NewAddress({ from, to }: { from: string; to: string }) {
  return (
    <>
      Your account will have the address <b>{to}</b> instead of <b>{from}</b>.
    </>
  );
}

type PromptProps = { heading: string; token: string; intent: string; label: string; children: ReactNode };

function Prompt({ heading, token, intent, label, children }: PromptProps) {
  return (
    <>
      <h1 className="stitch">{heading}</h1>
      <p>{children}</p>
      <Form method="post" reloadDocument>
        <input type="hidden" name="token" value={token} />
        <Submit className="btn go big wide" name="intent" value={intent}>
          {label}
        </Submit>
      </Form>
    </>
  );
}
