import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Submit } from "#app/ui/forms/submit.tsx";

/**
 * What the link of an email will do. `from`: the account's address; `to`: the address of the link; `leadsTo`:
 * where the user continues.
 */
export type LinkPromptProps = {
  kind: "verify" | "change_email" | "undo_email" | "way_back";
  token: string;
  from: string;
  to: string;
  leadsTo: "order" | "page" | "home";
};

/** The page of a valid link: it says what the link will do, and has the button that does it. */
export function LinkPrompt({ kind, token, from, to, leadsTo }: LinkPromptProps) {
  switch (kind) {
    case "verify":
      return (
        <Prompt
          heading="Verify your address"
          token={token}
          intent="verify"
          label="Verify my address"
          after="If you didn't sign up with this address, close this page. Nothing will happen."
        >
          Press the button to confirm that <b>{to}</b>
          {` is yours. ${nextSteps[leadsTo]}`}
        </Prompt>
      );
    case "change_email":
      return (
        <Prompt heading="Change your email address" token={token} intent="change" label="Change my address">
          <NewAddress from={from} to={to} /> This signs out all other browsers, and we'll let your old address
          know.
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
          {from === to ? null : <NewAddress from={from} to={to} />}
          {` This signs out every browser, cancels the current password, and removes two-step verification that was added in the last 72 hours. We'll send a link for a new password to ${to}.`}
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

/** What happens once the address is verified. */
const nextSteps = {
  order: "This signs you in and takes you back to your order.",
  page: "This signs you in and takes you back to where you were.",
  home: "This signs you in.",
};

type PromptProps = {
  heading: string;
  token: string;
  intent: string;
  label: string;
  /** A sentence below the button. */
  after?: string;
  children: ReactNode;
};

function Prompt({ heading, token, intent, label, after, children }: PromptProps) {
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
      {after ? <p className="small muted">{after}</p> : null}
    </>
  );
}
