import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import { authenticator, WrongCredentials } from "#app/auth/sign-in/authenticator.server.ts";
import { signInForm } from "#app/auth/sign-in/credentials.form.ts";
import { signIn } from "#app/auth/sign-in/signing-in.server.ts";
import { factorPath, signInMessages, suspendedSentence } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { brand } from "#app/brand.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import * as signups from "#app/emails/signup-notices.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: "Sign In",
      description: `Sign in to ${brand} to order, to talk to sellers and to follow your orders.`,
      path: "/sign-in",
      noindex: true,
    },
    matches,
  );

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = returnPath(searchParams.get("redirectTo"));
  if (context.viewer) throw redirect(redirectTo);
  if (context.pendingSecondFactor) throw redirect(factorPath(redirectTo));
  const message = signInMessages.find((known) => known === searchParams.get("message")) ?? null;
  return { redirectTo, message };
}

/** Said in a toast on the page itself, so that the address and the way back stay (docs/specification.md#wordings). */
const fault = "Failed to sign in";

/** docs/specification.md#sign-in-screen: success goes to /, or back to the protected action. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: signInForm });
  if (submission.status !== "success")
    return data(submission.reply({ hideFields: ["password"] }), { status: 400 });
  const refused = (sentence: string) =>
    submission.reply({ hideFields: ["password"], formErrors: [sentence] });
  try {
    const { db, address, clock } = context;
    const tried = await limits.count(db, "sign-in", address, submission.value.email, clock.now());
    if (tried.wait !== null) return tooManyTries(refused(limits.waitSentence(tried.wait)), tried.wait);
    if (tried.alarm)
      context.later(
        accounts
          .warnOfAttempts(db, submission.value.email, clock.now())
          .then(() => notifications.sendWaiting(context)),
      );
    await limits.slowDown(tried);
    const user = await authenticator(db).authenticate("password", request);
    await limits.forgive(db, tried.keys);
    const came = await signIn(context, user.id, user);
    if (came === "suspended") return data(refused(suspendedSentence), { status: 403 });
    if (came === "changed") throw new WrongCredentials();
    if (came === "factor wanted") return seeOther(factorPath(backOf(form)));
    context.later(signups.tell(context, user.id));
  } catch (error) {
    if (error instanceof WrongCredentials)
      return data(refused("Failed to sign in. Please check your credentials."), { status: 400 });
    context.log("error", "sign-in failed", { error: errorStack(error) });
    return data(refused(fault), { status: 500 });
  }
  toast(context, "success", "Signed in successfully!");
  return seeOther(backOf(form));
}

function backOf(form: FormData): string {
  const redirectTo = form.get("redirectTo");
  return returnPath(typeof redirectTo === "string" ? redirectTo : null);
}

export default function SignIn() {
  const { redirectTo, message } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm({ lastResult, defaultValue: { email: "", password: "", redirectTo } });
  const failed = form.errors?.includes(fault);
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">Sign In</h1>
        {message && !lastResult ? <Note kind="plain" icon="lock" title={message} /> : null}
        <Form method="post" className="panel" noValidate reloadDocument>
          <ErrorSummary
            errors={{ email: fields.email.errors, password: fields.password.errors }}
            form={failed ? undefined : form.errors}
          />
          <input type="hidden" name="redirectTo" value={fields.redirectTo.initialValue} />
          <Field
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={fields.email.initialValue}
            error={fields.email.errors}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            error={fields.password.errors}
          />
          <Submit className="btn go big wide mt-6" pendingText="Processing...">
            Sign In
          </Submit>
        </Form>
        <p>
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
        <p>
          New here? <Link to="/sign-up">Join</Link>
        </p>
      </div>
      {failed ? <ToastMessage toast={{ kind: "error", text: fault }} /> : null}
    </div>
  );
}
