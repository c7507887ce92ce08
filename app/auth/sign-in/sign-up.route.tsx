import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { signInPathAfter } from "#app/auth/common-passwords.ts";
import { EmailField, NewPasswordField } from "#app/auth/sign-in/credential-fields.tsx";
import { signUpForm } from "#app/auth/sign-in/credentials.form.ts";
import * as joined from "#app/auth/sign-in/joined.server.ts";
import { wayPath } from "#app/auth/sign-in-path.ts";
import { brand } from "#app/brand.ts";
import { creditOffer } from "#app/ledger/credit.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { redirect, returnPath } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { shownForm } from "#app/ui/forms/shown-form.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);

export const headers = failureHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: `Join ${brand}`,
      description:
        "Create an account to order services at fixed prices and talk to the people who do the work.",
      path: "/sign-up",
      noindex: true,
    },
    matches,
  );

export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  if (context.viewer) throw redirect(redirectTo);
  return { redirectTo };
}

/** A fault is shown as a toast on this page, so that the fields stay (docs/specification.md#wordings). */
const fault = "Failed to sign up";
const failed = { event: "sign-up failed", sentence: fault };

/** On success sends the verify email and redirects to /sign-in (docs/specification.md#sign-up-screen). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, signUpForm);
  const again = writes.formAgain(form, signUpForm, ["password"]);
  return await writes.run(context, form, { path: "/sign-up", again, failed }, async () => {
    const person = writes.parse(form, signUpForm);
    await joined.signUp(context, person);
    const notice = "Registration successful! Please check your email to verify your account.";
    const to = signInPathAfter(person.password, returnPath(person.redirectTo), "joined");
    return writes.done(context, notice, to);
  });
}

export default function SignUp() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { errors, fields } = shownForm(lastResult, {
    fullName: "",
    username: "",
    email: "",
    password: "",
    redirectTo,
  });
  const { fullName, username, email, password } = fields;
  const hasFailed = errors?.includes(fault);
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">{`Join ${brand}`}</h1>
        <p>
          <b>{`${creditOffer}.`}</b> The credit comes off at checkout. No code, and the seller still gets the
          full price.
        </p>
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary
            errors={{
              fullName: fullName.errors,
              username: username.errors,
              email: email.errors,
              password: password.errors,
            }}
            form={hasFailed ? undefined : errors}
          />
          <input type="hidden" name="redirectTo" value={fields.redirectTo.initialValue} />
          {/* No value, so that React leaves alone what the page's inline script fills in. */}
          <input type="hidden" name="timeZone" />
          <Field
            name="fullName"
            label="Full name"
            autoComplete="name"
            required
            defaultValue={fullName.initialValue}
            error={fullName.errors}
          />
          <Field
            name="username"
            label="Username"
            hint="Shown to sellers and buyers. Letters, numbers, hyphens, underscores and dots."
            autoComplete="username"
            required
            defaultValue={username.initialValue}
            error={username.errors}
          />
          <EmailField field={email} />
          <NewPasswordField label="Password" field={password} />
          <p className="small mt-6">
            By joining you agree to the <Link to="/terms">Terms</Link>
            {" and "}
            <Link to="/privacy">Privacy Policy</Link> and are at least 18.
          </p>
          <Submit className="btn go big wide mt-3" pendingText="Processing...">
            Join
          </Submit>
        </Form>
        <p>
          Already a member? <Link to={wayPath("/sign-in", redirectTo)}>Sign In</Link>
        </p>
      </div>
      {hasFailed ? <ToastMessage toast={{ kind: "error", text: fault }} /> : null}
    </div>
  );
}
