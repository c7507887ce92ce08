import type { SubmissionResult } from "@conform-to/dom";
import { Form, Link } from "@remix-run/react";
import { type Factor, finishFactorPath } from "#app/auth/second-factor/factor.ts";
import { AddApp, AddPhone } from "#app/auth/second-factor/factor-add.tsx";
import { type Enrolment, FinishFactor } from "#app/auth/second-factor/factor-finish.tsx";
import { date } from "#app/lib/dates.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import { Note } from "#app/ui/note.tsx";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

/** The forms of the page that can come back with errors. */
type FormName = Factor["factorType"] | "code";

type Props = {
  /** The phone numbers are masked. */
  factors: Factor[];
  codesLeft: number;
  /** Where to enter a code before changing anything; null if no code is needed. */
  promptPath: string | null;
  /** True if adding a factor needs the password: the sign-in was some time ago. */
  asksPassword: boolean;
  canSendSms: boolean;
  /** The factor whose enrolment is completed on this page. */
  enrolment: Enrolment | null;
  /** What was typed, before signing in, into a form that adds a factor. */
  typed: { factor_type: string; friendly_name: string; phone: string };
  /** The viewer, to whom typed text belongs. */
  writerId: string;
  submitted: { form: FormName; result: SubmissionResult } | undefined;
};

/** The viewer's second factors, the forms that add one, and the recovery codes. */
export function FactorsScreen({
  factors,
  codesLeft,
  promptPath,
  asksPassword,
  canSendSms,
  enrolment,
  typed,
  writerId,
  submitted,
}: Props) {
  const on = factors.filter(({ status }) => status === "verified");
  const resultOf = (form: FormName) => (submitted?.form === form ? submitted.result : undefined);
  // Without `verify` in the address, the page has no form for the code, so its error is shown as a note.
  const refusedCode = enrolment ? null : Object.values(resultOf("code")?.error ?? {}).flat()[0];
  const refusal = submitted?.form === "code" ? refusedCode : submitted?.result.error?.[""]?.[0];
  return (
    <ProfileFrame current="security">
      <div className="two-columns sec">
        <div className="stack">
          <h2>Two-step verification</h2>
          <p className="muted">
            With two-step verification, your password alone isn't enough: when you sign in, you also enter a
            code from your phone.
          </p>
          {promptPath ? (
            <Note kind="plain" icon="lock" title="Please enter a two-step code first">
              <p>
                <Link to={promptPath}>Enter a code</Link> to change anything here.
              </p>
            </Note>
          ) : null}
          {refusal ? <RefusalNote title={refusal} /> : null}
          {enrolment ? <FinishFactor enrolment={enrolment} result={resultOf("code")} /> : null}
          {factors.length > 0 ? (
            <ul className="panel factors">
              {factors.map((factor) => (
                <FactorRow
                  key={factor.id}
                  factor={factor}
                  mayChange={!promptPath}
                  isOpen={factor.id === enrolment?.id}
                  isLast={on.length === 1}
                />
              ))}
            </ul>
          ) : null}
          {promptPath || enrolment ? null : (
            <>
              <AddApp
                result={resultOf("totp")}
                typed={typed.phone ? "" : typed.friendly_name}
                writerId={writerId}
                asksPassword={asksPassword}
              />
              {canSendSms ? (
                <AddPhone
                  result={resultOf("phone")}
                  typed={typed}
                  writerId={writerId}
                  asksPassword={asksPassword}
                />
              ) : null}
            </>
          )}
        </div>
        {on.length > 0 ? <RecoveryCodes left={codesLeft} mayChange={!promptPath} /> : null}
      </div>
    </ProfileFrame>
  );
}

type RowProps = {
  factor: Factor;
  mayChange: boolean;
  /** True if this page completes the factor's enrolment. */
  isOpen: boolean;
  /** True if no more than one factor is on. */
  isLast: boolean;
};

function FactorRow({ factor, mayChange, isOpen, isLast }: RowProps) {
  const { id, status, friendlyName, createdAt, phone } = factor;
  const isOn = status === "verified";
  const added = date(createdAt, useTimeZone());
  return (
    <li>
      <div className="row between">
        <h3>{friendlyName}</h3>
        <span className={isOn ? "tag ok" : "tag wait"}>{isOn ? "On" : "Not finished"}</span>
      </div>
      <p className="small muted">{`${phone ? `${phone}, added` : "Added"} ${added}`}</p>
      {mayChange ? (
        <div className="row">
          {isOn || isOpen ? null : (
            <Link className="btn" to={finishFactorPath(id)}>
              Finish
            </Link>
          )}
          {isOn ? (
            <details>
              <summary className="btn plain">Remove</summary>
              <p className="small">
                {isLast
                  ? "This is your only method. If you remove it, two-step verification is off, and your recovery codes stop working."
                  : "After you remove it, we no longer ask for it when you sign in."}
              </p>
              <RemoveForm factor={factor} />
            </details>
          ) : (
            <RemoveForm factor={factor} />
          )}
        </div>
      ) : null}
    </li>
  );
}

function RemoveForm({ factor: { id, friendlyName } }: { factor: Factor }) {
  return (
    <Form method="post">
      <input type="hidden" name="factor" value={id} />
      <button type="submit" className="btn stop" name="intent" value="remove">
        {`Remove ${friendlyName}`}
      </button>
    </Form>
  );
}

function RecoveryCodes({ left, mayChange }: { left: number; mayChange: boolean }) {
  return (
    <section className="panel stack">
      <h2>Recovery codes</h2>
      <p>
        <b className="num">{left}</b>
        {left > 0
          ? " left. Use one to sign in when you don't have your phone. Each works once."
          : " left. Without one, you can't sign in when you don't have your phone. Please create new codes."}
      </p>
      {mayChange ? (
        <Form method="post" className="stack">
          <p className="small muted">New codes replace the old ones, which stop working.</p>
          <button type="submit" className="btn" name="intent" value="recovery-codes">
            Create new codes
          </button>
        </Form>
      ) : null}
    </section>
  );
}
