import type { SubmissionResult } from "@conform-to/dom";
import { Form, Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

/** An unverified factor: a phone (masked), or the set-up of an authenticator app. `qr` is from `qrPath`. */
export type Enrolment = {
  id: string;
  phone: string | null;
  app: { secret: string; uri: string; qr: { size: number; path: string } } | null;
};

/** Asks for the first code of a factor, which completes the enrolment. */
export function FinishFactor({
  enrolment,
  result,
}: {
  enrolment: Enrolment;
  result: SubmissionResult | undefined;
}) {
  const { id, app, phone } = enrolment;
  const { errors, fields } = shownForm(result, { code: "" });
  return (
    <section className="panel stack">
      <h3>{app ? "Set up your authenticator app" : "Enter the code we sent you"}</h3>
      {app ? <AppSecret {...app} /> : <p>{`We sent it to ${phone}. It expires in 5 minutes.`}</p>}
      <Form method="post" noValidate>
        <ErrorSummary errors={{ code: fields.code.errors }} form={errors} />
        <input type="hidden" name="factor" value={id} />
        <input type="hidden" name="intent" value="verify" />
        <Field
          name="code"
          label="Code"
          hint={app ? "The 6 digits your app shows now." : "6 digits."}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          defaultValue={fields.code.initialValue}
          error={fields.code.errors}
        />
        <div className="row mt-6">
          <Submit className="btn go" pendingText="Processing...">
            Turn it on
          </Submit>
          <Link className="btn plain" to={href("/profile/factors")}>
            Not now
          </Link>
        </div>
      </Form>
      {app ? null : (
        <Form method="post">
          <input type="hidden" name="factor" value={id} />
          <button type="submit" className="btn plain" name="intent" value="send">
            Send another code
          </button>
        </Form>
      )}
    </section>
  );
}

function AppSecret({ secret, uri, qr }: NonNullable<Enrolment["app"]>) {
  return (
    <>
      <p>
        Scan this with the app. On this phone, <a href={uri}>open it in the app</a>.
      </p>
      <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" role="img">
        <title>QR code of the key below</title>
        <path fill="#fff" stroke="none" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path fill="#000" stroke="none" d={qr.path} />
      </svg>
      <p>
        Or enter this key in the app:
        <br />
        <code className="num">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
    </>
  );
}
