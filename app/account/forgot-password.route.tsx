import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as passwordChanges from "#app/account/password-changes.server.ts";
import { EmailField } from "#app/auth/sign-in/credential-fields.tsx";
import { forgotForm } from "#app/auth/sign-in/credentials.form.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Forgot your password?", noindex: true });

/** With `?sent`, the page after the form. It is the same for every address. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return { sent: searchParams.has("sent"), redirectTo: returnPath(searchParams.get("redirectTo")) };
}

/** Gives the same answer in the same time for every address: the account is looked up after the response. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, forgotForm);
  const again = writes.formAgain(form, forgotForm);
  return await writes.run(context, form, { path: "/forgot-password", again, failed }, async () => {
    const { email, redirectTo } = writes.parse(form, forgotForm);
    await writes.attempt(context, "reset", email);
    const back = returnPath(redirectTo);
    const mailed = passwordChanges.requestReset(context.db, email, context.clock.now(), back);
    context.later(mailed.then(() => context.sendMails()));
    return seeOther(sentPath(back));
  });
}

/** The page that says where the link is. */
function sentPath(back: string): string {
  const query = { sent: "1", ...(back === "/" ? {} : { redirectTo: back }) };
  return `${href("/forgot-password")}?${new URLSearchParams(query)}`;
}

const failed = { event: "link not requested", sentence: "Something went wrong. Please try again." };

export default function ForgotPassword() {
  const { sent, redirectTo } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, { email: "", redirectTo });
  if (sent && !lastResult)
    return (
      <div className="wrap page">
        <div className="narrow stack">
          <h1 className="stitch">Check your email</h1>
          <p>
            If there is an account with that address, we sent it a link. It works once and expires in 1 hour.
            Please check your spam folder too.
          </p>
          <p>
            <Link className="btn" to={wayPath("/sign-in", redirectTo)}>
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
        <p>We'll email you a link to choose a new one.</p>
        <Form method="post" className="panel" noValidate>
          <ErrorSummary errors={{ email: fields.email.errors }} form={errors} />
          <input type="hidden" name="redirectTo" value={fields.redirectTo.initialValue} />
          <EmailField field={fields.email} />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Send the link
          </Submit>
        </Form>
        <p>
          <Link to={wayPath("/sign-in", redirectTo)}>Sign In</Link>
        </p>
      </div>
    </div>
  );
}
