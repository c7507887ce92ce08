import { useForm } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { EmailField } from "#app/auth/sign-in/credential-fields.tsx";
import { forgotForm } from "#app/auth/sign-in/credentials.form.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { parseForm } from "#app/lib/forms.ts";
import { seeOther } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Forgot your password?", noindex: true });

/** With `?sent`, the page that follows the form. It is the same for every address. */
export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

/** Answers the same in the same time for every address: the account is looked up after the response. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await parseForm(request, forgotForm);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { db, address, clock } = context;
  const { email } = submission.value;
  const at = clock.now();
  const attempt = await limits.count(db, "reset", address, email, at);
  if (attempt.wait !== null)
    return tooManyTries(submission.reply({ formErrors: [limits.waitSentence(attempt.wait)] }), attempt.wait);
  await limits.throttle(attempt);
  context.later(passwordChanges.requestReset(db, email, at).then(() => mails.sendWaiting(context)));
  return seeOther("/forgot-password?sent=1");
}

export default function ForgotPassword() {
  const { sent } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, { email }] = useForm({ lastResult, defaultValue: { email: "" } });
  if (sent && !lastResult)
    return (
      <div className="wrap page">
        <div className="narrow stack">
          <h1 className="stitch">Look into your mail</h1>
          <p>
            If there is an account with that address, we have sent a link to it. It works once, for an hour.
            Please look into your spam folder too.
          </p>
          <p>
            <Link className="btn" to="/sign-in">
              Sign In
            </Link>
          </p>
        </div>
      </div>
    );
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Forgot your password?</h1>
        <p>We send you a link, and you choose a new one.</p>
        <Form method="post" className="panel" noValidate>
          <ErrorSummary errors={{ email: email.errors }} form={form.errors} />
          <EmailField field={email} />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Send the link
          </Submit>
        </Form>
        <p>
          <Link to="/sign-in">Sign In</Link>
        </p>
      </div>
    </div>
  );
}
